import { Type } from 'typebox'
import { choice, flag, HOST, NAME, optionalText, section, text } from './fields.ts'
import { appearance } from './login-appearance.ts'
import { signIn } from './login-sign-in.ts'

/** A language of `login-ui/locales`; a test holds the two together. */
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

/** The login page. */
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
