import { use, useMemo, useRef, useSyncExternalStore } from 'react'
import { App } from '../../app.tsx'
import type { PageConfig } from '../../page-config.ts'
import { lazyViews } from '../../screens/first-screens.tsx'
import type { View } from '../../screens/views.ts'
import { Field } from '../../ui/field.tsx'
import { FormProblemContext, isWrong } from '../../ui/field-problem.tsx'
import { useFocus } from '../../ui/focus.ts'
import { Form, fieldOf } from '../../ui/form.tsx'
import { FrameBody, type FrameProps } from '../../ui/frame.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useAccount, useProblemNote } from '../account-context.ts'
import { SignOut } from '../screens/overview.tsx'
import { hasProof, proofTexts } from './proof-config.ts'
import type { Prover } from './prover.ts'

/** The first step of a proof: the account's sign-in methods, with its address fixed. */
function ProveIdentity() {
  const { config, text, extras } = usePage()
  const { account } = useAccount()
  if (!hasProof(config)) {
    // Only while signed out can an account get its first password.
    if (account.email === null || !account.may.password)
      return <p>{text('account-page.fixed', { site: config.brand.name })}</p>
    return (
      <>
        <p>{text('proof.none')}</p>
        <SignOut as="no-password" words="proof.set-password" />
      </>
    )
  }
  return (
    <>
      <p>{text('proof.text')}</p>
      {extras && <extras.WaysAbove />}
      {config.methods.password && <PasswordProof />}
      {extras && <extras.WaysBelow />}
    </>
  )
}

/** The address cannot be wrong. */
const nothingWrong = { problem: null, fields: new Map(), edit: () => {} }

function PasswordProof() {
  const { text, act, email } = usePage()
  const submit = (fields: FormData) =>
    act('signInWithPassword', { email, password: fieldOf(fields, 'password') })
  return (
    <Form onSubmit={submit} submit={text('proof.submit')}>
      <FormProblemContext value={nothingWrong}>
        <Field
          name="email"
          label={text('field.email')}
          type="email"
          dir="ltr"
          autoComplete="username"
          defaultValue={email}
          readOnly
        />
      </FormProblemContext>
      <PasswordField name="password" label={text('field.password')} autoComplete="current-password" />
    </Form>
  )
}

/** Replaces the login page's first screen. */
const proofView: View<'sign-in'> = {
  Body: ProveIdentity,
  heading: (_, text) => text('second-factor.heading'),
  busy: () => 'sign-in.submitting'
}

/** The login page's views, except the first. */
const views = lazyViews({ 'sign-in': proofView })

/** Loads the parts of the card. Rejects if a file cannot be fetched; may be retried. */
export const loadProofCard = () => views.loadExtras()

interface ProofCardProps {
  prover: Prover
  /** The visitor cancels. */
  onCancel: () => void
}

/** The login page's screens embedded in the account page, to confirm who is there. */
export function ProofCard({ prover, onCancel }: ProofCardProps) {
  const { store, act } = prover
  const config = useSpokenConfig(prover)
  const state = useSyncExternalStore(store.subscribe, store.state, store.state)
  return (
    <>
      <App
        config={config}
        state={state}
        act={act}
        views={views}
        onEmail={() => {}}
        onRemember={() => {}}
        frame={ProofFrame}
      />
      {state.screen.name === 'sign-in' && (
        <p className="ways">
          <button type="button" className="link" onClick={onCancel}>
            {config.texts['page.cancel']}
          </button>
        </p>
      )}
    </>
  )
}

/** A proof's configuration in the surrounding page's current language. */
function useSpokenConfig({ config }: Prover): PageConfig {
  const { locale, direction, texts } = usePage().config
  return useMemo(
    () => ({ ...config, locale, direction, texts: proofTexts(texts) }),
    [config, locale, direction, texts]
  )
}

function ProofFrame({ state, place, heading, announced, children }: FrameProps) {
  const root = useRef<HTMLElement>(null)
  useFocus(root, place, state)
  useProblemNote(isWrong(use(FormProblemContext)))
  return (
    <section className="proof" ref={root} aria-labelledby="proof">
      <h2 id="proof" tabIndex={-1}>
        {heading}
      </h2>
      <FrameBody state={state} announced={announced}>
        {children}
      </FrameBody>
    </section>
  )
}
