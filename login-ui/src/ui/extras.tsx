import { type ReactNode, useEffect, useRef } from 'react'
import type { MessageKey } from '../lib/i18n.ts'
import { moveScreens } from '../lib/screen-motion.ts'
import type { Screen } from '../machine.ts'
import type { PageConfig, Provider } from '../page-config.ts'
import { Button } from './button.tsx'
import { EmailField } from './email-field.tsx'
import { Form, fieldOf } from './form.tsx'
import { LineIcon } from './icons.tsx'
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

const ways = {
  passkey:
    'M9 3.5a3.75 3.75 0 1 0 .1 0M2.5 19.5c0-4.5 3.5-6.5 8-5.6M17 9.5a3.25 3.25 0 1 0 .1 0M17 16v6m0-2.5h2',
  link: 'M3.5 6h17v12h-17zl8.5 7 8.5-7',
  phone: 'M8 2.5h8c1 0 1.5.5 1.5 1.5v16c0 1-.5 1.5-1.5 1.5H8c-1 0-1.5-.5-1.5-1.5V4c0-1 .5-1.5 1.5-1.5M11 18h2'
}
type Way = keyof typeof ways

/** A way that needs no password. `short`: by name, beside others. */
function WayButton({ way, short }: { way: Way; short: boolean }) {
  const { config, text, act, email, step } = usePage()
  const words = text(short ? `way.${way}` : `sign-in.${way}`)
  const icon = <LineIcon path={ways[way]} />
  const prepare = () => way === 'passkey' && act('preparePasskey')
  const press = {
    passkey: () => act('signInWithPasskey'),
    link: () => act('requestLink', email),
    phone: () => act('askForPhone')
  }
  const { password, emailLink } = config.methods
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looks ahead, the button does the same
    <div
      className={way === 'passkey' ? 'way passkey' : 'way'}
      onPointerEnter={prepare}
      onTouchStart={prepare}
      onFocus={prepare}
    >
      {way === 'link' && step === 'both' ? (
        <Link to="link" className="button plain">
          {icon}
          <span>{words}</span>
        </Link>
      ) : (
        <Button
          name={way}
          icon={icon}
          primary={!short && !password && !emailLink && config.providers.length === 0}
          onPress={press[way]}
        >
          {words}
        </Button>
      )}
      <LastUsed way={way} name={words} />
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

/**
 * Below the form: passkey, link by email unless the form sends one, phone number. By configuration alone, so that nothing shifts:
 * browsers without passkeys hide that button before the first paint.
 */
function WaysBelow() {
  const { config, text, step, passkeys } = usePage()
  const { passkey, password, emailLink, phone } = config.methods
  const offered: Way[] = []
  if (passkey !== 'off') offered.push('passkey')
  // In the first of two steps, the address is still unknown.
  if (emailLink && password && step !== 'address') offered.push('link')
  if (phone) offered.push('phone')
  const shown = offered.filter((way) => way !== 'passkey' || passkeys !== false)
  if (shown.length === 0) return null
  return (
    <>
      {step === 'password' && <p className="divider">{text('password-step.others')}</p>}
      <div className={offered.length > 2 ? 'abreast tiles' : 'abreast'}>
        {shown.map((way) => (
          <WayButton key={way} way={way} short={offered.length > 1} />
        ))}
      </div>
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
      <EmailField enter="send" />
    </Form>
  )
}

export const extras: Extras = { LinkForm, ProviderButtons, Remember, Terms, WaysAbove, WaysBelow }

/** For browsers. The first screen needs no motion, so it comes with them. */
export function startExtras(): Extras {
  moveScreens(document)
  return extras
}
