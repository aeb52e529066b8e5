import { Type } from 'typebox'
import {
  choice,
  flag,
  HOST,
  imageFile,
  list,
  NAME,
  ORIGIN,
  optionalText,
  section,
  strictObject,
  text
} from '../config/schema/fields.ts'
import { appearance } from './appearance/settings.ts'

const provider = strictObject({
  id: text(
    '`google.com`, `github.com`, `microsoft.com`, `apple.com`, `facebook.com`, `twitter.com`, `yahoo.com`, or `saml.…` or `oidc.…` as named in the project.',
    { pattern: '^[a-z0-9][A-Za-z0-9._-]{0,127}$' }
  ),
  name: Type.Optional(
    text('Display name; required for `saml.…` and `oidc.…`.', { pattern: NAME, maxLength: 60 })
  ),
  icon: Type.Optional(imageFile('Icon of the button')),
  scopes: Type.Optional(list('OAuth scopes in addition to the default ones.')),
  params: Type.Optional(
    Type.Record(Type.String({ minLength: 1 }), Type.String(), {
      description: 'Parameters for the provider, such as `{ hd: example.com }`.'
    })
  )
})

const signIn = {
  methods: section('Sign-in methods besides `providers`.', {
    password: flag('Email and password.', true),
    emailLink: flag('Email links.'),
    phone: flag(
      'A phone number and a code by text message; creates an account for an unknown number. Not available in tenants, where the provider does not support it. Loads Google’s reCAPTCHA, which relaxes the Content-Security-Policy.'
    ),
    passkey: choice(
      ['off', 'button', 'autofill'],
      'off',
      'Passkeys, a preview feature that must be enabled for the project. `button`: a button; `autofill`: also offered in the email field. Visitors without a passkey need another method. Requires https, or `http://localhost`, and a host name rather than an IP address.'
    ),
    signup: flag(
      'Visitors may create accounts with a password. The project must allow it too. Even if this is off, anyone can create accounts with the public API key unless the project forbids it.'
    ),
    askName: flag('Ask new accounts for a name; with `signup` or `emailLink`.')
  }),
  passkeys: section('Passkeys, with `methods.passkey`.', {
    relyingPartyId: optionalText(
      'Relying party id of passkeys, as set in the project (`passkeyConfig.rpId`, which can never be changed): the host of the login page, or a parent domain. If it differs from the project’s, passkeys are not offered. null: as set in the project.',
      { pattern: HOST }
    ),
    offerAfterSignIn: flag('Offers visitors who signed in another way to add a passkey, once in 30 days.'),
    countsAsSecondFactor: flag(
      'A sign-in by passkey satisfies `mfa.totp: required`. The provider requests user verification, but id tokens do not confirm it.'
    )
  }),
  identifierFirst: choice(
    ['auto', 'always', 'never'],
    'auto',
    'Whether the page asks for the email address first and for the password in a second step, which also has the other ways for this address. `auto`: if it offers email links, phone numbers or passkeys beside the password; `never`: both at once. The second step is the same for every address, known or not.'
  ),
  remember: choice(
    ['always', 'ask', 'never'],
    'always',
    'Whether the session survives closing the browser. `always`: yes. `ask`: only if the visitor ticks "Keep me signed in", which is off by default. `never`: the session cookie has neither `Max-Age` nor `Expires`. `session.absoluteSeconds` and `session.idleSeconds` apply in any case. Browsers set to reopen their tabs keep such cookies too: for shared devices, also set `session.idleSeconds`.'
  ),
  lastUsed: Type.Boolean({
    default: true,
    description:
      'Marks the provider or email link last used in this browser. Its id is kept in the login page’s local storage and never sent. The id is removed by a click on the mark, by signing out everywhere, and if a visitor declines to stay signed in with `remember: ask`. For shared devices, set this to false, which also removes stored ids.'
  }),
  providers: Type.Array(provider, {
    default: [],
    description: 'Federated providers, in the order of their buttons.'
  }),
  federated: section('Federated sign-in.', {
    mode: choice(
      ['auto', 'redirect', 'popup'],
      'auto',
      '`auto`: by redirect if the helper is on the gateway’s own origin, otherwise in a popup. The page falls back to the other if necessary. The account page always uses a popup.'
    ),
    helper: choice(
      ['proxy', 'firebaseapp'],
      'proxy',
      '`proxy`: the gateway proxies `/__/auth/*` to the auth domain, so that sign-in works in browsers with partitioned storage; `<publicUrl>/__/auth/handler` must be registered with every provider. `firebaseapp`: browsers use the auth domain directly.'
    ),
    helperUrl: optionalText(
      'Origin that `/__/auth/*` is proxied to; null: `https://<identityPlatform.authDomain>`, or `https://<projectId>.firebaseapp.com`.',
      { pattern: ORIGIN }
    ),
    redirectHosts: Type.Array(Type.String({ pattern: HOST }), {
      default: [],
      description:
        'Additional hosts that the helper may redirect to, besides those of the project and of known `providers`: sign-in pages of `saml.…` and `oidc.…` providers, such as `idp.example.com`. Other redirects are refused with 503.'
    })
  }),
  mfa: section('Second factors.', {
    totp: choice(
      ['off', 'optional', 'required'],
      'optional',
      'Codes of an authenticator app. `optional`: for accounts that have them; `required`: accounts without a second factor must set one up, and sessions without one of any kind are not accepted.'
    ),
    sms: flag(
      'Codes by text message for accounts with a phone as second factor, which can be added on the account page. Loads Google’s reCAPTCHA, which relaxes the Content-Security-Policy.'
    ),
    issuer: optionalText('Name in the authenticator app; null: `login.brand.name`.', {
      minLength: 1,
      pattern: '^[^:]+$'
    })
  })
}

/** The languages of `login-ui/locales`; a test keeps them in sync. */
const LOCALES =
  'en de fr es pt-BR it nl pl tr ja ko zh-Hans zh-Hant ar he th vi id ru uk cs sv da nb fi ro hu el'.split(
    ' '
  )
const LOCALE = `^(${LOCALES.join('|')})$`

const locale = (description: string, options: object = {}) =>
  text(description, { pattern: LOCALE, ...options })

const tenantName = Type.String({ minLength: 1, pattern: '^[A-Za-z0-9-]+$' })

const tenantBy = (description: string) =>
  Type.Record(Type.String({ pattern: HOST }), tenantName, {
    default: {},
    additionalProperties: false,
    description
  })

const tenants = section(
  "How the page chooses the tenant where `identityPlatform.tenants` does not determine it. Accounts of all tenants listed here and of `identityPlatform.tenantId` are accepted there; the project's own accounts only if none are listed.",
  {
    byHost: tenantBy('Host -> tenant preselected there.'),
    byEmailDomain: tenantBy('Domain of the email address -> tenant.'),
    choose: Type.Array(strictObject({ id: tenantName, name: text('Display name.', { pattern: NAME }) }), {
      default: [],
      description: 'Tenants to choose from, as buttons.'
    })
  }
)

const locales = section(`Languages of the login page and other pages: ${LOCALES.join(', ')}.`, {
  default: locale('Fallback if none of the visitor’s languages is enabled.', { default: 'en' }),
  enabled: Type.Array(locale('A language.'), {
    default: LOCALES,
    minItems: 1,
    uniqueItems: true,
    description: 'Languages to offer, in menu order.'
  }),
  overrides: Type.Record(
    Type.String({ pattern: LOCALE }),
    Type.Record(Type.String({ minLength: 1 }), Type.String({ minLength: 1 })),
    {
      default: {},
      additionalProperties: false,
      description:
        'Custom texts: language -> key -> text. Keys are those of `login-ui/locales/en.json`, with `gateway.…` for pages other than the login page; a text must have the same `{placeholders}`.'
    }
  )
})

const blockingFunctions = section('Blocking functions of the project, which may refuse sign-ins.', {
  showMessage: flag(
    'Shows visitors the message of a function that refused their sign-in, as plain text of at most 200 characters. Only if your functions word their messages for visitors and never include what others typed.'
  )
})

const appCheck = section(
  'Firebase App Check on the page: its calls to the provider carry tokens of `identityPlatform.appCheck.appId`. Loads Google’s reCAPTCHA once the visitor interacts with the page, which relaxes the Content-Security-Policy.',
  {
    siteKey: optionalText(
      'Site key of reCAPTCHA Enterprise, as registered with App Check for that app. null: the page does not use App Check.',
      { pattern: '^[A-Za-z0-9_-]{1,100}$' }
    ),
    debugToken: optionalText(
      'Debug token registered with App Check, used instead of reCAPTCHA. Every visitor can read it, so only with a `publicUrl` on loopback or a `demo-` project.',
      { pattern: '^[A-Za-z0-9-]{1,100}$' }
    )
  }
)

const security = section('Content-Security-Policy of the page.', {
  trustedTypes: choice(['auto', 'off'], 'auto', '`auto`: on, unless a script of Google is needed.'),
  reportUri: optionalText('https URL for violation reports.', { pattern: '^https://[^\\s;,\'"]+$' }),
  recaptcha: flag('Allow scripts of reCAPTCHA Enterprise, if the project requires it at sign-in.')
})

export const login = section('The login page.', {
  ...signIn,
  tenants,
  ...appearance,
  locales,
  blockingFunctions,
  appCheck,
  security,
  emulator: optionalText(
    '`host:port` at which browsers reach the auth emulator, if different from `identityPlatform.emulatorHost`.',
    { pattern: '^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$' }
  )
})
