import { Type } from 'typebox'
import { choice, flag, HOST, imageFile, list, NAME, ORIGIN, optionalText, section, text } from './fields.ts'
import { appearance } from './login-appearance.ts'

const provider = Type.Object(
  {
    id: text(
      '`google.com`, `github.com`, `microsoft.com`, `apple.com`, `facebook.com`, `twitter.com`, `yahoo.com`, or `saml.…` or `oidc.…` as the project calls it.',
      {
        pattern: '^[a-z0-9][A-Za-z0-9._-]{0,127}$'
      }
    ),
    name: Type.Optional(
      text('What visitors know it by; needed for `saml.…` and `oidc.…`.', { pattern: NAME, maxLength: 60 })
    ),
    icon: Type.Optional(imageFile('Icon of the button')),
    scopes: Type.Optional(list('OAuth scopes beside the default ones.')),
    params: Type.Optional(
      Type.Record(Type.String({ minLength: 1 }), Type.String(), {
        description: 'Parameters for the provider, such as `{ hd: example.com }`.'
      })
    )
  },
  { additionalProperties: false }
)

const signIn = {
  methods: section('Ways to sign in beside `providers`.', {
    password: Type.Boolean({ description: 'Email and password.', default: true }),
    emailLink: flag('A link sent by email.'),
    phone: flag(
      'A phone number and a code by text message, which also makes an account for a number that has none. Not offered in tenants: the provider has no such sign-in there. Loads reCAPTCHA of Google, which loosens the Content-Security-Policy.'
    ),
    passkey: choice(
      ['off', 'button', 'autofill'],
      'off',
      'Passkeys, a preview of the provider: the project must be admitted to it. `button`: visitors press one; `autofill`: browsers offer them in the email field too. Whoever has none yet needs another way in. Needs https, or `http://localhost`, and host names rather than IP addresses.'
    ),
    signup: flag(
      'Visitors may create accounts with a password. The project must allow it too; off here, an account can still be made with the public API key unless it is off there.'
    ),
    askName: flag('Ask new accounts for a name; with `signup` or `emailLink`.')
  }),
  passkeys: section('Passkeys, with `methods.passkey`.', {
    relyingPartyId: optionalText(
      'Host name that passkeys belong to, as the project has it (`passkeyConfig.rpId`, which can never be changed): the host of the login page, or a domain above it. Set: passkeys are not offered where the project says otherwise. null: whatever the project has.',
      { pattern: HOST }
    ),
    offerAfterSignIn: flag(
      'Whoever has signed in another way is asked, once in 30 days, whether to add a passkey.'
    ),
    countsAsSecondFactor: flag(
      'A sign-in by passkey satisfies `mfa.totp: required`. The provider asks authenticators to verify the user, but id tokens do not say that they did.'
    )
  }),
  remember: choice(
    ['always', 'ask', 'never'],
    'always',
    'Does the browser keep the session when it is closed? `always`: until the session is over. `ask`: where the visitor ticks "Keep me signed in", which is not ticked at first. `never`: the session cookie has neither `Max-Age` nor `Expires`. No choice makes a session longer than `session.absoluteSeconds` and `session.idleSeconds` allow. A browser that is set to reopen its tabs keeps such cookies too: for shared devices, set `session.idleSeconds` as well.'
  ),
  lastUsed: Type.Boolean({
    default: true,
    description:
      'Marks the provider, or the link by email, that was used last in this browser. Its id stays in the local storage of the login page and is never sent; a press on the mark or a sign-out everywhere forgets it, and so does a visitor who is asked by `remember: ask` and does not stay signed in. For devices that strangers share: false, which also forgets what there is.'
  }),
  providers: Type.Array(provider, {
    default: [],
    description: 'Federated providers, in the order of their buttons.'
  }),
  federated: section('How the page goes to a federated provider.', {
    mode: choice(
      ['auto', 'redirect', 'popup'],
      'auto',
      '`auto`: by redirect when the helper is on our own origin, else in a popup. The page offers the other one when the first cannot work. The account page connects providers in a window whatever this says.'
    ),
    helper: choice(
      ['proxy', 'firebaseapp'],
      'proxy',
      '`proxy`: the gateway passes `/__/auth/*` on to the auth domain, so that sign-in works where browsers keep storage of other sites apart; every provider must then know `<publicUrl>/__/auth/handler`. `firebaseapp`: browsers go to the auth domain.'
    ),
    helperUrl: optionalText(
      'Origin that `/__/auth/*` is passed on to; null: `https://<identityPlatform.authDomain>`, else `https://<projectId>.firebaseapp.com`.',
      { pattern: ORIGIN }
    ),
    redirectHosts: Type.Array(Type.String({ pattern: HOST }), {
      default: [],
      description:
        'Hosts, beside those of the project and of the known `providers`, that the helper may redirect browsers to: the sign-in pages of `saml.…` and `oidc.…` providers, such as `idp.example.com`. A redirect to any other host is refused with 503.'
    })
  }),
  mfa: section('Second factors.', {
    totp: choice(
      ['off', 'optional', 'required'],
      'optional',
      'Codes of an authenticator app. `optional`: asked of accounts that have them; `required`: who has no second factor sets one up, and no session begins, or passes, without one of any kind.'
    ),
    sms: flag(
      'Codes by text message for accounts that have a phone as second factor; the account page adds one, if it is on. Loads reCAPTCHA of Google, which loosens the Content-Security-Policy.'
    ),
    issuer: optionalText('Name in the authenticator app; null: `login.brand.name`.', {
      minLength: 1,
      pattern: '^[^:]+$'
    })
  })
}

/** A language of `login-ui/locales`; a test keeps them in sync. */
const LOCALE = '^(en|de|fr|es|pt-BR|it|nl|pl|tr|ja|ko|zh-Hans|zh-Hant|ar|he)$'

const locale = (description: string, options: object = {}) =>
  text(description, { pattern: LOCALE, ...options })

const tenantName = Type.String({ minLength: 1, pattern: '^[A-Za-z0-9-]+$' })

const tenants = section(
  "How the page finds out whose accounts a visitor has, where `identityPlatform.tenants` does not say. Accounts of every tenant named here and of `identityPlatform.tenantId` may pass there; the project's own may not as soon as one is named.",
  {
    byHost: Type.Record(Type.String({ pattern: HOST }), tenantName, {
      default: {},
      additionalProperties: false,
      description: 'Host that visitors use -> tenant that the page begins with there.'
    }),
    byEmailDomain: Type.Record(Type.String({ pattern: HOST }), tenantName, {
      default: {},
      additionalProperties: false,
      description: 'Domain of the email address -> tenant.'
    }),
    choose: Type.Array(
      Type.Object(
        { id: tenantName, name: text('What visitors know it by.', { pattern: NAME }) },
        { additionalProperties: false }
      ),
      { default: [], description: 'Tenants to choose from, as buttons.' }
    )
  }
)

const locales = section(
  'Languages of the login page and of other pages: en, de, fr, es, pt-BR, it, nl, pl, tr, ja, ko, zh-Hans, zh-Hant, ar, he.',
  {
    default: locale('For visitors none of whose languages is enabled.', { default: 'en' }),
    enabled: Type.Array(locale('A language.'), {
      default: [
        'en',
        'de',
        'fr',
        'es',
        'pt-BR',
        'it',
        'nl',
        'pl',
        'tr',
        'ja',
        'ko',
        'zh-Hans',
        'zh-Hant',
        'ar',
        'he'
      ],
      minItems: 1,
      uniqueItems: true,
      description: 'Languages to offer, in the order of the switch.'
    }),
    overrides: Type.Record(
      Type.String({ pattern: LOCALE }),
      Type.Record(Type.String({ minLength: 1 }), Type.String({ minLength: 1 })),
      {
        default: {},
        additionalProperties: false,
        description:
          'Language -> key -> text, instead of ours. Keys are those of `login-ui/locales/en.json`, `gateway.…` for the pages beside the login page; a text must have the same `{slots}`.'
      }
    )
  }
)

const security = section('Content-Security-Policy of the page.', {
  trustedTypes: choice(['auto', 'off'], 'auto', '`auto`: wherever no script of Google is needed.'),
  reportUri: optionalText('Where browsers report violations to: an https URL.', {
    pattern: '^https://[^\\s;,\'"]+$'
  }),
  recaptcha: flag('The project asks for reCAPTCHA Enterprise at sign-in: allow its scripts.')
})

export const login = section('The login page.', {
  ...signIn,
  tenants,
  ...appearance,
  locales,
  security,
  emulator: optionalText(
    '`host:port` at which browsers reach the auth emulator, when it is not `identityPlatform.emulatorHost`.',
    { pattern: '^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$' }
  )
})

const on = (description: string) => Type.Boolean({ description, default: true })

export const account = section(
  'The account page at `paths.account`, where people see and change their own account, and the endpoints below `/_auth/account`. A switch shows something or hides it; it forbids nothing: whoever signs in on a page holds a token and can call the provider. What must not happen has to be forbidden in the project, as each switch says.',
  {
    enabled: flag('Off: `paths.account` is the application’s.'),
    name: on('Change the name. To forbid it: nothing in the project does; set names by a blocking function.'),
    password: on(
      'Change the password, or add one. To forbid it: switch “Email/Password” off in the project, or use a tenant without it.'
    ),
    email: on(
      'Change the email address, by a link to the new one. To forbid it: no setting does; a blocking function can end the session of an address that is not yours.'
    ),
    providers: on(
      'Connect and disconnect the providers of `login.providers`. Connecting opens a window, with `login.federated.mode: redirect` too. To forbid it: switch the provider off in the project.'
    ),
    secondStep: on(
      'Set up and remove second steps, as far as `login.mfa` has them. To forbid it: switch multi-factor authentication off in the project; to keep people from going without one: `login.mfa.totp: required`.'
    ),
    passkeys: on(
      'Add and remove passkeys, with `login.methods.passkey`. To forbid it: the project’s own settings for passkeys.'
    ),
    export: on('Take the data along as a JSON file: what the provider keeps about the account.'),
    delete: flag(
      'Delete the account. The project must allow it too; to forbid it: `client.permissions.disabledUserDeletion`.'
    )
  }
)
