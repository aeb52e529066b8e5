import { type KeyboardEvent, useState } from 'react'
import { mustChooseTenant } from '../first-state.ts'
import { providerName } from '../lib/provider-name.ts'
import type { Screen, State } from '../machine.ts'
import { Support } from '../ui/alert.tsx'
import { Monogram } from '../ui/brand.tsx'
import { Button } from '../ui/button.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { Field } from '../ui/field.tsx'
import { Form, fieldOf } from '../ui/form.tsx'
import { Given } from '../ui/given.tsx'
import { ContinueLink, Link } from '../ui/link.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { usePage } from '../ui/page-context.tsx'
import { PasswordForm } from '../ui/password-field.tsx'
import { Words } from '../ui/words.tsx'
import { BackToSignIn } from './mail-screens.tsx'
import type { ScreenProps, Views } from './views.ts'

/** From this number on, a search box is shown. */
const MANY = 8

/** The choice of organization. If it comes first, there is no way back. */
function Tenant() {
  const { config, text, act, announce } = usePage()
  const { choose } = config.tenant
  const [found, setFound] = useState(choose)
  const search = (typed: string) => {
    const wanted = plain(typed)
    const matching = choose.filter(({ name }) => plain(name).includes(wanted))
    setFound(matching)
    announce(matching.length === 0 ? text('tenant.none') : null)
  }
  const chooseOnly = () => {
    const [only, second] = found
    if (only !== undefined && second === undefined) act('chooseTenant', only.id)
  }
  return (
    <>
      <p>{text('tenant.lead')}</p>
      {choose.length >= MANY && <Search onSearch={search} onEnter={chooseOnly} />}
      <div className="providers organizations">
        {found.map(({ id, name }) => (
          <Button key={id} name={id} icon={<Monogram of={name} />} onPress={() => act('chooseTenant', id)}>
            <bdi>{name}</bdi>
          </Button>
        ))}
      </div>
      {found.length === 0 && (
        <p className="muted" aria-hidden="true">
          {text('tenant.none')}
        </p>
      )}
      {!mustChooseTenant(config) && <BackToSignIn />}
    </>
  )
}

function Search({ onSearch, onEnter }: { onSearch: (typed: string) => void; onEnter: () => void }) {
  const { text } = usePage()
  const watchKeys = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Enter' && !nativeEvent.isComposing) onEnter()
  }
  return (
    <div className="field">
      <label htmlFor="search">{text('tenant.search')}</label>
      <input
        id="search"
        type="search"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        onInput={({ currentTarget }) => onSearch(currentTarget.value)}
        onKeyDown={watchKeys}
      />
    </div>
  )
}

/** A name for searching: no capitals, accents or surrounding whitespace. */
function plain(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase()
}

/** Forms whose result depends on the organization. */
const forms: ReadonlySet<Screen['name']> = new Set(['sign-in', 'sign-up', 'forgot', 'link'])

/** The chosen organization, with a link to change it. */
function Chosen({ state: { screen, tenant } }: { state: State }) {
  const { config, text, act } = usePage()
  const chosen = config.tenant.choose.find(({ id }) => id === tenant)
  if (chosen === undefined || !forms.has(screen.name)) return null
  return (
    <p className="ways">
      <span>
        <Words of="tenant.chosen" slots={{ name: <Given>{chosen.name}</Given> }} />
      </span>
      <button type="button" className="link" onClick={() => act('changeTenant')}>
        {text('tenant.change')}
      </button>
    </p>
  )
}

/** Signed in: offers a passkey for the next time. */
function Passkey() {
  const { text, act } = usePage()
  return (
    <>
      <p>{text('passkey.lead')}</p>
      <Button name="add" primary onPress={() => act('addPasskey')}>
        {text('passkey.add')}
      </Button>
      <Button name="skip" onPress={() => act('declinePasskey')}>
        {text('enrol.skip')}
      </Button>
    </>
  )
}

/** A new account. One password field suffices, because the password can be shown. */
function SignUp() {
  const { config, text, act, extras } = usePage()
  const { askName } = config.methods
  const submit = (fields: FormData) =>
    act('signUp', {
      email: fieldOf(fields, 'email'),
      password: fieldOf(fields, 'new-password'),
      name: fieldOf(fields, 'name').trim() || null
    })
  return (
    <>
      {extras && <extras.ProviderButtons of={config.providers} />}
      {config.providers.length > 0 && <p className="divider">{text('sign-in.or')}</p>}
      <Form onSubmit={submit} submit={text('sign-up.submit')}>
        {askName && (
          <Field name="name" label={text('field.name')} type="text" dir="auto" autoComplete="name" />
        )}
        <EmailField />
        <NewPasswordField />
        {extras && <extras.Remember />}
      </Form>
      <p className="ways said">
        {text('sign-up.have-one')} <Link to="sign-in">{text('sign-in.submit')}</Link>
      </p>
    </>
  )
}

function Account() {
  const { config, text } = usePage()
  const name = config.account?.name ?? config.account?.email ?? null
  return (
    <>
      {name !== null && (
        <p>
          <Words of="account.text" slots={{ name: <Given>{config.account?.email ?? name}</Given> }} />
        </p>
      )}
      <ContinueLink className="button">
        <span>
          {name === null ? (
            text('page.continue')
          ) : (
            <Words of="account.continue" slots={{ name: <bdi>{name}</bdi> }} />
          )}
        </span>
      </ContinueLink>
      <Link to="sign-in" className="button plain">
        {text('page.other-account')}
      </Link>
      {config.paths.account !== null && (
        <p className="ways">
          <a href={config.paths.account}>{text('account.manage')}</a>
        </p>
      )}
    </>
  )
}

function SignedOut() {
  const { config, text } = usePage()
  return (
    <>
      <p>{text(config.reason === 'deleted' ? 'signed-out.deleted' : 'signed-out.text')}</p>
      <Link to="sign-in" className="button">
        {text('sign-in.submit')}
      </Link>
    </>
  )
}

/** Does not offer the provider tried before, which does not open this account. */
function OtherMethod({ screen: { email, attempted } }: ScreenProps<'other-method'>) {
  const { config, text, act, extras } = usePage()
  const others = config.providers.filter(({ id }) => id !== attempted)
  const provider = <bdi>{providerName(config, attempted)}</bdi>
  return (
    <>
      <p>
        {email === null ? (
          <Words of="other-method.text-unnamed" slots={{ provider }} />
        ) : (
          <Words of="other-method.text" slots={{ provider, email: <Given>{email}</Given> }} />
        )}
      </p>
      {extras && <extras.ProviderButtons of={others} />}
      {!config.methods.password && extras && <extras.Remember />}
      {others.length > 0 && config.methods.password && <p className="divider">{text('sign-in.or')}</p>}
      {config.methods.password && <PasswordForm />}
      <p className="ways">
        <button type="button" className="link" onClick={() => act('startOver')}>
          {text('page.back')}
        </button>
      </p>
    </>
  )
}

function Connect({ screen: { attempted } }: ScreenProps<'connect'>) {
  const { config, text, act } = usePage()
  const provider = providerName(config, attempted)
  return (
    <>
      <p>{text('connect.text', { provider })}</p>
      <Button name="yes" primary onPress={() => act('connect', true)}>
        {text('connect.yes', { provider })}
      </Button>
      <Button name="no" onPress={() => act('connect', false)}>
        {text('connect.no')}
      </Button>
    </>
  )
}

/** A blocking function of the project refused the sign-in. Its reason is text of unknown direction. */
function Refused({ screen: { message } }: ScreenProps<'refused'>) {
  const { config, text, act } = usePage()
  return (
    <>
      <p>{text('refused.text', { brand: config.brand.name })}</p>
      {message !== '' && (
        <p>
          <Words of="refused.said" slots={{ message: <bdi>{message}</bdi> }} />
        </p>
      )}
      <p className="ways">
        <Support />
      </p>
      <Button name="other-account" primary onPress={() => act('startOver')}>
        {text('page.other-account')}
      </Button>
    </>
  )
}

/** Screens around an account. */
export const accountViews = {
  'sign-up': { Body: SignUp, busy: () => 'sign-up.submitting' },
  passkey: { Body: Passkey },
  tenant: { Body: Tenant, Chosen },
  account: { Body: Account },
  refused: { Body: Refused, badge: () => 'warning' },
  'signed-out': {
    Body: SignedOut,
    heading: (_, text, { reason }) => text(reason === 'deleted' ? 'notice.deleted' : 'signed-out.heading'),
    badge: () => 'success'
  },
  'other-method': { Body: OtherMethod, busy: () => 'sign-in.submitting' },
  connect: {
    Body: Connect,
    heading: ({ attempted }, text, config) =>
      text('connect.heading', { provider: providerName(config, attempted) })
  }
} satisfies Partial<Views>
