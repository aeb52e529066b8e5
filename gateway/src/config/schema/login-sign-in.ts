import { Type } from 'typebox'
import { choice, flag, HOST, imageFile, list, NAME, ORIGIN, optionalText, section, text } from './fields.ts'

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

/** How visitors sign in on the login page. */
export const signIn = {
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
