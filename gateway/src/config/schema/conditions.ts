import { Type } from 'typebox'
import { text } from './fields.ts'

/** A condition as written; `checkCondition` ensures a single kind. */
export interface WrittenCondition {
  all?: WrittenCondition[]
  any?: WrittenCondition[]
  not?: WrittenCondition
  claim?: string
  oneOf?: (string | number | boolean)[]
  present?: boolean
  uid?: string | string[]
  email?: string | string[]
  emailDomain?: string | string[]
  allowUnverified?: boolean
  emailVerified?: boolean
  tenant?: string | string[]
  provider?: string | string[]
  secondFactor?: boolean
  network?: string | string[]
}

const SELF = { $ref: '#/definitions/condition' }

const oneOrMore = (description: string) => ({
  type: ['string', 'array'],
  minLength: 1,
  minItems: 1,
  items: { type: 'string', minLength: 1 },
  description
})

const properties = {
  all: { type: 'array', items: SELF, description: 'Conditions that all have to hold; an empty list holds.' },
  any: {
    type: 'array',
    items: SELF,
    description: 'Conditions of which one has to hold; an empty list never does.'
  },
  not: { ...SELF, description: 'A condition that must not hold.' },
  claim: text(
    'Name of a claim of the id token, or a path into one such as `firebase.identities`; a claim whose own name has dots comes first.',
    { minLength: 1 }
  ),
  oneOf: Type.Array(Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }), {
    minItems: 1,
    description:
      'With `claim`: values that let a visitor pass; a claim that is a list passes when one of its members is here.'
  }),
  present: Type.Boolean({
    description: 'With `claim`: true, it is there and not null; false, it is missing or null.'
  }),
  uid: oneOrMore('Uids.'),
  email: oneOrMore('Email addresses, in upper or lower case. Only a verified address counts.'),
  emailDomain: oneOrMore(
    'What stands behind the `@` of the email address, such as `example.com`; domains below it are others. Only a verified address counts.'
  ),
  allowUnverified: Type.Boolean({
    description:
      'With `email`, `emailDomain` or the claim `email`: an address counts even if nobody has verified it. Where sign-up is open, anybody can claim any unused address.'
  }),
  emailVerified: Type.Boolean({ description: 'Has the email address been verified?' }),
  tenant: oneOrMore('Tenant ids. Accounts of the project itself have none.'),
  provider: oneOrMore('How the visitor signed in, such as `password`, `google.com` or `saml.acme`.'),
  secondFactor: Type.Boolean({ description: 'Was there a second factor at sign-in?' }),
  network: oneOrMore('CIDRs or addresses, one of which has the address of the client.')
}

/** The JSON Schema of a condition, a named definition because conditions nest. */
export const condition = {
  type: 'object',
  description: 'A condition: one of all, any, not, claim, uid, email, emailDomain and so on.',
  additionalProperties: false,
  properties
}

export const conditionReference = Type.Unsafe<WrittenCondition>(SELF)
