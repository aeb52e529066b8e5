import { type Static, Type } from 'typebox'
import { choice, HOST, section, text } from './fields.ts'

const HOST_OR_WILDCARD = HOST.replace('^', '^(\\*\\.)?')

const claimCondition = Type.Object(
  {
    claim: text('Name of a claim of the id token.', { minLength: 1 }),
    oneOf: Type.Array(Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }), {
      minItems: 1,
      description:
        'Values that let a visitor pass; a claim that is a list passes when one of its members is here.'
    }),
    allowUnverified: Type.Optional(
      Type.Boolean({
        description:
          'With the claim `email`: an address counts even if nobody has verified it. Where sign-up is open, anybody can claim any unused address.'
      })
    )
  },
  { additionalProperties: false }
)

const rule = Type.Object(
  {
    path: text('`/exact`, or `/folder/*` for everything below it.', {
      pattern: '^/[^*?#\\s]*(/\\*)?$|^/\\*$'
    }),
    host: Type.Optional(
      Type.String({
        pattern: HOST_OR_WILDCARD,
        description:
          'Host the rule is for, without a port; `*.example.com` for all hosts one label below. All hosts when left out.'
      })
    ),
    methods: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Z]+$' }), {
        minItems: 1,
        description: 'HTTP methods the rule is for; all when left out. `GET` covers `HEAD` too.'
      })
    ),
    allow: Type.Unsafe<'public' | 'signed-in' | Static<typeof claimCondition>>({
      description: '`public`, `signed-in`, or a claim condition `{ claim, oneOf }`.',
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema keyword
      then: claimCondition,
      else: { enum: ['public', 'signed-in'] }
    })
  },
  { additionalProperties: false }
)

/** Who may see what. */
export const access = section('Who may see what. The first rule that matches decides.', {
  default: choice(['signed-in', 'public'], 'signed-in', 'For requests that no rule matches.'),
  rules: Type.Array(rule, { default: [], description: 'Rules, in order.' })
})
