import { type ReactNode, useEffect, useRef } from 'react'
import type { MessageKey } from '../lib/i18n.ts'
import { moveScreens } from '../lib/screen-motion.ts'
import type { Screen } from '../machine.ts'
import type { PageConfig, Provider } from '../page-config.ts'
import { Button } from './button.tsx'
import { EmailField } from './email-field.tsx'
import { Form, fieldOf } from './form.tsx'
import { LineIcon, StatusIcon } from './icons.tsx'
import { Link } from './link.tsx'
import { type Extras, usePage } from './page-context.tsx'
import { ProviderIcon, wayDrawings } from './way-icons.tsx'
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
 * Marks the last used method on this device; a press forgets it. Overlaps the edge of the button without taking space, because
 * only the browser knows whether it exists. `way`: a provider id, `link` or `phone`. `name`: its display name.
 */
function LastUsed({ way, name }: { way: string; name: string }) {
  const { lastUsed, text, act } = usePage()
  if (lastUsed !== way) return null
  return (
    <button
      type="button"
      className="last-used"
      aria-label={text('last-used.forget', { way: name })}
      onClick={() => act('forgetLastUsed')}
    >
      {text('last-used.mark')}
      <svg width="12" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M5 5l14 14M19 5L5 19" strokeWidth="3" />
      </svg>
    </button>
  )
}

/** From this number on, buttons show only names: two per row if all are short, above it three. */
const MANY = 4
const MAX_SHORT_NAME = 14

/** "Continue with …", a button per provider. */
function ProviderButtons({ of: providers }: { of: readonly Provider[] }) {
  const { text, act } = usePage()
  const many = providers.length >= MANY
  const isShort = many && providers.every(({ name }) => name.length <= MAX_SHORT_NAME)
  const layout = !isShort ? 'providers' : providers.length > MANY ? 'abreast tiles' : 'abreast'
  if (providers.length === 0) return null
  return (
    <div className={layout}>
      {providers.map(({ id, name, iconSrc }) => {
        const words = text('sign-in.with', { provider: name })
        return (
          <div key={id} className="way">
            <Button
              name={id}
              icon={<ProviderIcon id={id} iconSrc={iconSrc} />}
              aria-label={many ? words : undefined}
              onPress={() => act('signInWith', id)}
            >
              {many ? <bdi>{name}</bdi> : words}
            </Button>
            <LastUsed way={id} name={name} />
          </div>
        )
      })}
    </div>
  )
}

type Way = 'passkey' | 'link' | 'phone'

/** A way that needs no password. `short`: by name, beside others. */
function WayButton({ way, short }: { way: Way; short: boolean }) {
  const { config, text, act, email, step } = usePage()
  const words = text(short ? `way.${way}` : `sign-in.${way}`)
  const icon = way === 'link' ? <StatusIcon kind="mail" /> : <LineIcon path={wayDrawings[way]} />
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
