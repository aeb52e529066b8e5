import { type Static, Type } from 'typebox'
import { text } from './fields.ts'

const oneOrMore = (description: string) =>
  Type.Unsafe<string | string[]>({
    type: ['string', 'array'],
    minLength: 1,
    minItems: 1,
    items: { type: 'string', minLength: 1 },
    description
  })

const facts = {
  claim: text(
    'Name of a claim of the id token, or a path such as `firebase.identities`; a claim whose name contains dots takes precedence.',
    { minLength: 1 }
  ),
  oneOf: Type.Array(Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }), {
    minItems: 1,
    description: 'With `claim`: accepted values; of a list, one member must match.'
  }),
  present: Type.Boolean({
    description: 'With `claim`: true if it must be present and not null, false if it must be missing or null.'
  }),
  uid: oneOrMore('Uids.'),
  email: oneOrMore('Email addresses, case-insensitive. The address must be verified.'),
  emailDomain: oneOrMore(
    'Domains of the email address, such as `example.com`, not including subdomains. The address must be verified.'
  ),
  allowUnverified: Type.Boolean({
    description:
      'With `email`, `emailDomain` or the claim `email`: accept unverified addresses. If sign-up is open, anyone can claim any unused address.'
  }),
  emailVerified: Type.Boolean({ description: 'Whether the email address is verified.' }),
  tenant: oneOrMore('Tenant ids. Accounts of the project itself have none.'),
  provider: oneOrMore('Sign-in methods, such as `password`, `google.com` or `saml.acme`.'),
  scopes: oneOrMore(
    'Scopes that an access token must have, all of them. Visitors with a session of their own are not limited by scopes.'
  ),
  secondFactor: Type.Boolean({ description: 'Whether the visitor signed in with a second factor.' }),
  appCheck: Type.Boolean({
    description:
      'True: the request must carry a valid App Check token of one of `identityPlatform.appCheck.appIds` in `X-Firebase-AppCheck`. Other requests get 403 `APP_CHECK_REQUIRED`. False: it must carry none.'
  }),
  network: oneOrMore('CIDRs or addresses that include the client’s address.')
}

/** A condition as written; `checkCondition` ensures a single kind. */
export interface WrittenCondition extends Partial<Static<Type.TObject<typeof facts>>> {
  all?: WrittenCondition[]
  any?: WrittenCondition[]
  not?: WrittenCondition
}

const SELF = { $ref: '#/definitions/condition' }

/** The JSON Schema of a condition, a named definition because conditions nest. */
export const condition = {
  type: 'object',
  description: 'A condition: one of all, any, not, claim, uid, email, emailDomain and so on.',
  additionalProperties: false,
  properties: {
    all: {
      type: 'array',
      items: SELF,
      description: 'All of these conditions must hold; an empty list holds.'
    },
    any: {
      type: 'array',
      items: SELF,
      description: 'One of these conditions must hold; an empty list never holds.'
    },
    not: { ...SELF, description: 'A condition that must not hold.' },
    ...facts
  }
}

export const conditionReference = Type.Unsafe<WrittenCondition>(SELF)
