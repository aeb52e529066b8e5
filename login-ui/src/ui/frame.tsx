import { type ReactNode, use, useRef } from 'react'
import { sentences, type Text } from '../lib/i18n.ts'
import type { State } from '../machine.ts'
import type { PageConfig, Reason } from '../page-config.ts'
import { isShownAbove } from '../screens/headings.ts'
import { Alert } from './alert.tsx'
import { Brand } from './brand.tsx'
import { Button } from './button.tsx'
import { FormProblemContext, quietProblem, useFormProblem } from './field-problem.tsx'
import { useFocus } from './focus.ts'
import { StatusIcon, type StatusKind } from './icons.tsx'
import { ContinueLink } from './link.tsx'
import { usePage } from './page-context.tsx'
import { Words } from './words.tsx'

export interface FrameProps {
  state: State
  /** A change moves the focus to the heading. */
  place: string
  heading: string
  /** Status icon of the screen; null: a form or a choice. */
  badge: StatusKind | null
  /** Text for screen readers only, in addition to the page's activity. */
  announced: string | null
  /** For browsers without script, replacing everything below the brand. Elsewhere React keeps the server's markup. */
  withoutScript: ReactNode
  children: ReactNode
}

/** The card around every screen: brand, heading, and the two live regions. It keeps its place at all steps of a sign-in. */
export function Frame({ state, place, heading, badge, announced, withoutScript, children }: FrameProps) {
  const { act } = usePage()
  const root = useRef<HTMLElement>(null)
  useFocus(root, place, state)
  return (
    <main
      className={/^(signed-out|problem)$/.test(state.screen.name) ? 'card lone' : 'card'}
      ref={root}
      onFocus={() => act('warmUp')}
      onPointerDown={() => act('warmUp')}
    >
      <Brand heading={heading} />
      <header>
        {badge !== null && (
          <span className={`badge ${badge}`}>
            <StatusIcon kind={badge} />
          </span>
        )}
        <h1 key={place} tabIndex={-1}>
          {heading}
        </h1>
        <Destination state={state} />
      </header>
      <FrameBody state={state} announced={announced}>
        {children}
      </FrameBody>
      <noscript>{withoutScript}</noscript>
    </main>
  )
}

/** The two live regions, and the screen below them. */
export function FrameBody({
  state,
  announced,
  children
}: Pick<FrameProps, 'state' | 'announced' | 'children'>) {
  return (
    <>
      <TopAlert state={state} />
      <Status state={state} announced={announced} />
      {children}
    </>
  )
}

/** The visitor's destination, on the first screens only. */
function Destination({ state: { screen } }: { state: State }) {
  const { destination, reason } = usePage().config
  const entrance = screen.name === 'sign-in' || screen.name === 'sign-up'
  // In a step-up sign-in the notice names it.
  if (destination === null || !entrance || reason === 'step-up') return null
  return (
    <p className="lead">
      <Words of="page.destination" slots={{ destination: <bdi>{destination}</bdi> }} />
    </p>
  )
}

/** A problem that no form shows. */
function TopAlert({ state: { status } }: { state: State }) {
  const { text, act } = usePage()
  const otherMode = status.name === 'error' ? status.otherMode : null
  return (
    <Alert problem={useFormProblem('top')}>
      {otherMode !== null && (
        <Button name="other-mode" onPress={() => act('signInWith', otherMode.provider, otherMode.mode)}>
          {text(otherMode.mode === 'redirect' ? 'sign-in.this-tab' : 'sign-in.new-window')}
        </Button>
      )}
    </Alert>
  )
}

/** The notice for a reason; for a step-up it mentions a second factor, required or to be set up, and the destination. */
function noticeOf(
  reason: Reason,
  { address, secondFactor, destination, mfa }: PageConfig,
  text: Text
): string {
  if (reason !== 'step-up') return text(`notice.${reason}`)
  const what = address === 'second-step' ? address : secondFactor ? 'second-factor' : reason
  const asked = destination ? text(`notice.${what}-for`, { destination }) : text(`notice.${what}`)
  return what === 'second-factor' && mfa.totp !== 'off'
    ? sentences(asked, text('notice.second-factor-none'))
    : asked
}

/** The only status node. Notices are visible; what a button already says is for screen readers only. */
function Status({ state, announced }: Pick<FrameProps, 'state' | 'announced'>) {
  const { config, text, act, busyText } = usePage()
  const { screen, status, reason } = state
  const awaitsProvider = isShownAbove(state)
  const quiet = quietProblem(state)
  const { problem } = use(FormProblemContext)
  const signedInElsewhere = state.signedInElsewhere && screen.name !== 'leaving'
  const news = [
    quiet !== null && text(quiet.title, quiet.slots),
    status.name === 'ready' && screen.name === 'sign-in' && reason !== null && noticeOf(reason, config, text),
    status.name === 'ready' && 'again' in screen && text('sent.again-done'),
    status.name === 'ready' && 'codes' in screen && screen.codes > 1 && text('second-factor.sent-again'),
    state.offline && problem?.kind !== 'network' && text('notice.offline'),
    state.languageLost && sentences(text('problem.network.title'), text('problem.network.hint')),
    signedInElsewhere && text('notice.elsewhere')
  ].filter((words) => words !== false)
  return (
    <>
      <div className="status" role="status">
        {news.map((words) => (
          <p key={words} className="notice">
            {words === text('notice.signed-out') && <StatusIcon kind="success" />}
            {words}
          </p>
        ))}
        {awaitsProvider ? (
          <p className="notice">
            <span className="spinner" />
            {busyText}
          </p>
        ) : (
          (busyText ?? announced) !== null && <p className="visually-hidden">{busyText ?? announced}</p>
        )}
      </div>
      {awaitsProvider && (
        <button type="button" className="button plain" onClick={() => act('cancel')}>
          {text('page.cancel')}
        </button>
      )}
      {/* In words that no form has. */}
      {signedInElsewhere && (
        <ContinueLink className="button plain">
          {text('sent.open', { service: config.brand.name })}
        </ContinueLink>
      )}
    </>
  )
}
