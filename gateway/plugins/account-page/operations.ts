import {
  bare,
  html,
  JSON_REFUSALS,
  json,
  type Operations,
  refused,
  SESSION_REFUSALS,
  TOO_MANY
} from '../../../config/openapi/operation.ts'
import { flag, list, nullableText, object, seconds, text } from '../../../config/openapi/shape.ts'

const nullableSeconds = { type: ['integer', 'null'], description: 'Seconds since 1970; null: not known.' }

/** An account as its owner sees it. */
export const ACCOUNT = object({
  uid: text(),
  email: nullableText(),
  emailVerified: flag,
  name: nullableText(),
  picture: nullableText('An https address.'),
  phone: nullableText('All but its last four digits are hidden.'),
  tenant: nullableText(),
  createdAt: nullableSeconds,
  lastSignInAt: nullableSeconds,
  passwordChangedAt: nullableSeconds,
  providers: list(object({ id: text(), email: text() }, ['email'])),
  factors: list(
    object({
      id: text(),
      kind: { enum: ['totp', 'sms'] },
      name: nullableText(),
      hint: nullableText(),
      enrolledAt: nullableSeconds
    })
  ),
  passkeys: list(object({ id: text(), name: nullableText() })),
  session: object({ startedAt: seconds, provider: nullableText(), secondFactor: nullableText() }),
  may: {
    ...object({
      name: flag,
      password: flag,
      email: flag,
      providers: list(text()),
      totp: flag,
      sms: flag,
      passkeys: flag,
      sessions: flag,
      applications: flag,
      export: flag,
      delete: flag
    }),
    description: 'What the page offers to change, by the section `account` of the configuration.'
  }
})

/** The sessions of an account. */
export const SESSIONS = object({
  known: {
    enum: ['all', 'gateway'],
    description: '`gateway`: only those that this one has begun since its start.'
  },
  sessions: list(
    object({
      id: text(),
      current: flag,
      browser: nullableText(),
      system: nullableText(),
      kind: { enum: ['computer', 'phone', 'tablet', null] },
      address: nullableText('Without its last part.'),
      application: nullableText(),
      startedAt: seconds,
      usedAt: { ...seconds, description: 'It was in use then or up to an hour later.' },
      newDevice: flag,
      deviceBound: flag
    })
  )
})

/** A name; null: none. */
export const NEW_NAME = object({
  name: {
    type: ['string', 'null'],
    pattern: '^\\s*\\S(.{0,126}\\S)?\\s*$',
    description:
      'null: none. At most 128 characters without the blanks around it, one of which can be seen; none that ends a line or turns the direction of text.'
  }
})

/** How the verification mail is to be written. */
export const VERIFICATION = object(
  {
    language: {
      type: 'string',
      pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
      description: 'By the code of the provider, such as `de` or `zh-CN`; omitted: that of the project.'
    }
  },
  ['language']
)

/** What a session may do with its own account, a limited number of times a minute. */
const ofAccount = (summary: string, responses: Operations[string]['responses']) =>
  ({
    tag: 'account',
    summary,
    security: 'session',
    responses: { ...SESSION_REFUSALS, ...TOO_MANY, ...responses }
  }) as const

export const OPERATIONS: Operations = {
  'GET /account': {
    tag: 'account',
    summary: 'With `account.enabled`: the account page; pages for single changes are below it.',
    query: { lang: 'Language of the page.' },
    security: 'session',
    responses: {
      200: html('The page.'),
      302: bare('Not signed in: to the login page, and back here.'),
      401: refused('Not signed in, and the request is not a page load.'),
      429: refused('Too many calls for this account.'),
      503: html('The provider is not available.')
    }
  },
  'GET /_auth/account': ofAccount(
    'With `account.enabled`: what the provider knows of the account that is signed in.',
    { 200: json('The account.', ACCOUNT) }
  ),
  'PATCH /_auth/account': {
    ...ofAccount('With `account.enabled`: changes the name of the account, and renews the session with it.', {
      200: json('The name.', NEW_NAME),
      ...JSON_REFUSALS,
      403: refused('`account.name` is off, the account is disabled, or the request came from another site.')
    }),
    body: NEW_NAME
  },
  'POST /_auth/account/verification': {
    ...ofAccount('With `account.enabled`: sends the mail that verifies the address of the account.', {
      204: bare('Sent; or the address is verified already, and no mail is sent.'),
      ...JSON_REFUSALS,
      400: refused('The body is not what is described here, or the account has no address.')
    }),
    body: VERIFICATION
  },
  'GET /_auth/account/export': ofAccount(
    'With `account.enabled`: the same as a file, with the claims of the id token.',
    {
      200: json('The account.', { type: 'object' }),
      302: bare('A page load without a session: to the login page, and from there to `/account`.'),
      404: refused('`account.export` is off.')
    }
  ),
  'GET /_auth/account/sessions': ofAccount('With `account.enabled`: the sessions of the account.', {
    200: json('The sessions.', SESSIONS),
    404: refused('`account.sessions` is off, or there is no list of sessions.')
  }),
  'DELETE /_auth/account/sessions': {
    ...ofAccount('Ends another session of the account, or all others. Needs a recent sign-in.', {
      204: bare('Ended.'),
      400: refused('Neither `id` nor `others=1`, or both.'),
      404: refused('No other session has this id.')
    }),
    query: { id: 'Of the session to end.', others: '`1`: all others.' }
  }
}
