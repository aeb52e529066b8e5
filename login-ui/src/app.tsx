import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { unreachable } from './first-state.ts'
import type { Act } from './flows/actions.ts'
import { signInAddress } from './lib/addresses.ts'
import { textsIn } from './lib/i18n.ts'
import type { Screen, State, Status } from './machine.ts'
import type { Address, PageConfig } from './page-config.ts'
import { busyTextOf, headingOf, isShownAbove, placeOf, titleOf } from './screens/headings.ts'
import type { ViewSource } from './screens/views.ts'
import { createAnnouncer } from './ui/announcer.ts'
import { type FieldName, FormProblemContext, formProblemOf, isWrong } from './ui/field-problem.tsx'
import { Footer } from './ui/footer.tsx'
import { Frame, type FrameProps } from './ui/frame.tsx'
import { PageContext, type PageTools } from './ui/page-context.tsx'

interface AppProps {
  config: PageConfig
  state: State
  act: Act
  views: ViewSource
  /** An email address was typed. */
  onEmail: (email: string) => void
  onRemember: (remember: boolean) => void
  /** For browsers without script; server only. */
  withoutScript?: ReactNode
  /** The dev drawer. No space is reserved, since it shifts nothing. */
  devDrawer?: ReactNode
  /** The frame around screens, for embedding in a page with its own title and footer. */
  frame?: ComponentType<FrameProps>
}

/** The page in one state: a pure function of its props, so the server renders the same. */
export function App(props: AppProps) {
  const { config, state, act, views, onEmail, onRemember, withoutScript, devDrawer, frame } = props
  const Around = frame ?? Frame
  const isPart = frame !== undefined
  const { visible, prepare } = useVisible(state, views)
  const [announced, setAnnounced] = useState<string | null>(null)
  const [announce] = useState(() => createAnnouncer(setAnnounced))
  const text = useMemo(() => textsIn(config.texts), [config])
  const place = placeOf(visible.screen, views)
  const [pressed, setPressed] = useState({ place: '', name: '' })

  const heading = headingOf(visible.screen, views, config, text)
  const formProblem = useFormProblem(visible)
  const title = titleOf(heading, { config, text, isError: isWrong(formProblem) })
  useEffect(() => {
    if (!isPart) document.title = title
  }, [title, isPart])
  const { size } = formProblem.fields
  // Clears the announcement when the number of wrong fields changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number is what counts
  useEffect(() => () => announce(null), [size, announce])

  const tools: PageTools = {
    config,
    text,
    act,
    busyText: busyTextOf(state, views, config, text),
    working: pressed.place === place ? pressed.name : isShownAbove(visible) ? '' : null,
    press: (name) => setPressed({ place, name }),
    email: state.email,
    passwordRules: state.passwordRules,
    keepEmail: onEmail,
    isKnown: visible.screen.name === 'sign-in' && state.isKnown,
    step: stepOf(visible, config),
    extras: views.extras(),
    lastUsed: visible.screen.name === 'sign-in' ? state.lastUsed : null,
    passkeys: state.passkeys,
    remember: state.remember,
    chooseToRemember: onRemember,
    announce,
    prepare
  }
  const { Body, badge } = views.find(visible.screen.name) ?? {}
  const Terms = views.extras()?.Terms
  const Chosen = visible.tenant === null ? undefined : views.find('tenant')?.Chosen
  return (
    <PageContext value={tools}>
      <FormProblemContext value={formProblem}>
        <Around
          state={visible}
          place={place}
          heading={heading}
          badge={badge?.(visible.screen) ?? null}
          announced={announced}
          withoutScript={withoutScript}
        >
          {Chosen !== undefined && <Chosen state={visible} />}
          {Body !== undefined && <Body screen={visible.screen} state={visible} />}
        </Around>
        {!isPart && (
          <Footer
            address={addressOf(visible.screen, config)}
            conditions={Terms !== undefined && <Terms at={visible.screen} />}
          />
        )}
        {devDrawer}
      </FormProblemContext>
    </PageContext>
  )
}

/** Where the address is fixed, there is nothing to ask first. */
function stepOf({ screen, isKnown }: State, { identifierFirst }: PageConfig): PageTools['step'] {
  return screen.name !== 'sign-in' || !identifierFirst || isKnown ? 'both' : (screen.step ?? 'address')
}

/** The form's problems, without those of fields edited since. */
function useFormProblem(state: State) {
  const { status } = state
  const [edits, setEdits] = useState<{ since: Status; fields: readonly FieldName[] }>({
    since: status,
    fields: []
  })
  const edited = edits.since === status ? edits.fields : []
  const edit = (field: FieldName) => {
    if (status.name === 'error' && !edited.includes(field))
      setEdits({ since: status, fields: [...edited, field] })
  }
  return { ...formProblemOf(state, edited), edit }
}

/**
 * What to show of `state`: the previous screen stays until the new one is loaded, with a problem if it cannot be, and while the
 * browser leaves, to avoid flashing.
 */
function useVisible(state: State, views: ViewSource) {
  const [last, setLast] = useState(state)
  const [lost, setLost] = useState<Screen | null>(null)
  const [, setLoaded] = useState(0)
  const { screen, status, offline } = state
  const leaves = screen.name === 'leaving' && !screen.slow
  const missing = views.find(screen.name) === null
  if (!leaves && !missing && last !== state) setLast(state)

  // Again when the visitor asks for it again, or is online again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!missing) return
    views.load(screen.name).then(
      () => setLoaded((count) => count + 1),
      () => setLost(screen)
    )
  }, [missing, screen, offline, views])

  const prepare = useCallback<PageTools['prepare']>(
    // The usual screen of the address. On failure, it is loaded again when shown, where the error is visible.
    (address) => void views.load(address === 'second-step' ? 'second-factor' : address).catch(() => {}),
    [views]
  )

  const isLost = missing && lost === screen && status.name === 'ready'
  return {
    visible: leaves || missing ? { ...last, offline, status: isLost ? lostStatus : status } : state,
    prepare
  }
}

const lostStatus: Status = { name: 'error', problem: unreachable, otherMode: null }

/** The address of a screen; null: none, and a reload would lose progress. */
function addressOf({ name }: Screen, config: Pick<PageConfig, 'address'>): Address | null {
  switch (name) {
    case 'sign-up':
    case 'forgot':
    case 'link':
    case 'account':
    case 'signed-out':
    case 'problem':
      return name
    case 'sign-in':
    case 'tenant':
      return signInAddress(config)
    default:
      return null
  }
}
