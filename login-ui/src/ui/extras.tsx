import { type ReactNode, useEffect, useRef } from 'react'
import type { MessageKey } from '../lib/i18n.ts'
import { moveScreens } from '../lib/screen-motion.ts'
import type { Screen } from '../machine.ts'
import type { PageConfig, Provider } from '../page-config.ts'
import { Button } from './button.tsx'
import { EmailField } from './email-field.tsx'
import { Form, fieldOf } from './form.tsx'
import { LastUsed } from './last-used.tsx'
import { Link } from './link.tsx'
import { type Extras, usePage } from './page-context.tsx'
import { ProviderButtons } from './provider-button.tsx'
import { Words } from './words.tsx'

/**
 * If configured, asks whether the browser should keep the session when it closes, for all sign-in methods.
 * Uncontrolled, to survive hydration.
 */
function Remember() {
  const { config, text, remember, chooseToRemember } = usePage()
  const input = useRef<HTMLInputElement>(null)
  // Ticked before hydration.
  useEffect(() => {
    if (input.current?.checked && !remember) chooseToRemember(true)
  }, [chooseToRemember, remember])
  if (!config.remember) return null
  return (
    <label className="check" htmlFor="remember">
      <input
        type="checkbox"
        id="remember"
        name="remember"
        defaultChecked={remember}
        onChange={({ currentTarget }) => chooseToRemember(currentTarget.checked)}
        ref={input}
      />
      {text('field.remember')}
    </label>
  )
}

/**
 * The passkey button. Its space is reserved until the script has checked for support, so nothing shifts;
 * without script it never appears.
 */
function PasskeyWay() {
  const { config, text, act, passkeys } = usePage()
  const { password, emailLink } = config.methods
  if (passkeys === false) return null
  const prepare = () => act('preparePasskey')
  const words = text('sign-in.passkey')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looks ahead, the button does the same
    <div
      className={passkeys === undefined ? 'way unseen' : 'way'}
      onPointerEnter={prepare}
      onTouchStart={prepare}
      onFocus={prepare}
    >
      <Button
        name="passkey"
        primary={!password && !emailLink && config.providers.length === 0}
        onPress={() => act('signInWithPasskey')}
      >
        {words}
      </Button>
      <LastUsed way="passkey" name={words} />
    </div>
  )
}

/** Leads to the phone number form: a link below another form, otherwise a button. */
function PhoneWay({ isLink }: { isLink: boolean }) {
  const { config, text, act } = usePage()
  const words = text('sign-in.phone')
  const ask = () => act('askForPhone')
  return (
    <div className={isLink ? 'ways' : 'way'}>
      {isLink ? (
        <button type="button" className="link" onClick={ask}>
          {words}
        </button>
      ) : (
        <Button name="phone" primary={config.providers.length === 0} onPress={ask}>
          {words}
        </Button>
      )}
      <LastUsed way="phone" name={words} />
    </div>
  )
}

/** The providers, that of the account to sign in again first. */
function ownFirst({ providers, account, reason }: PageConfig): readonly Provider[] {
  const own = reason === 'step-up' ? providers.filter(({ id }) => id === account?.provider) : []
  return [...new Set([...own, ...providers])]
}

/** Above the form: federated providers. */
function WaysAbove() {
  const { config, text } = usePage()
  const { methods, providers } = config
  if (providers.length === 0) return null
  return (
    <>
      <ProviderButtons of={ownFirst(config)} />
      {!methods.password && <Remember />}
      {(methods.password || methods.emailLink) && <p className="divider">{text('sign-in.or')}</p>}
    </>
  )
}

/** Below the form: passkey, link by email unless the form sends one, phone number. */
function WaysBelow() {
  const { config, text } = usePage()
  const { methods } = config
  return (
    <>
      {methods.passkey !== 'off' && <PasskeyWay />}
      {methods.emailLink && methods.password && (
        <p className="ways">
          <Link to="link">{text('sign-in.link')}</Link>
          <LastUsed way="link" name={text('sign-in.link')} />
        </p>
      )}
      {methods.phone && <PhoneWay isLink={methods.password || methods.emailLink} />}
    </>
  )
}

/** Whether continuing may create an account, beside a form that says so itself. */
function mayJoin({ name }: Screen, { methods, providers }: PageConfig): boolean {
  const hasOthers = methods.emailLink || methods.phone || providers.length > 0
  return name === 'sign-up' || (name === 'sign-in' && methods.signup && hasOthers)
}

/** Terms that the visitor accepts by continuing, if configured. */
function Terms({ at }: { at: Screen }) {
  const { config, text } = usePage()
  const { terms, privacy } = config.links
  const key = terms === null ? 'terms.privacy' : privacy === null ? 'terms.terms' : 'terms.both'
  const link = (href: string | null, label: MessageKey): ReactNode => (
    <a href={href ?? undefined} target="_blank" rel="noreferrer">
      {text(label)}
    </a>
  )
  if ((terms === null && privacy === null) || !mayJoin(at, config)) return null
  return (
    <p className="muted terms">
      <Words
        of={key}
        slots={{ terms: link(terms, 'terms.terms-link'), privacy: link(privacy, 'terms.privacy-link') }}
      />
    </p>
  )
}

/** Requests a link by email. `submit`: text of the button. */
function LinkForm({ submit }: { submit: string }) {
  const { act } = usePage()
  return (
    <Form onSubmit={(fields) => act('requestLink', fieldOf(fields, 'email'))} submit={submit}>
      <EmailField />
    </Form>
  )
}

export const extras: Extras = { LinkForm, ProviderButtons, Remember, Terms, WaysAbove, WaysBelow }

/** For browsers. The first screen needs no motion, so it comes with them. */
export function startExtras(): Extras {
  moveScreens(document)
  return extras
}
