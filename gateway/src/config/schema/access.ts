import { Type } from 'typebox'
import { conditionReference, type WrittenCondition } from './conditions.ts'
import { choice, HOST, section, text } from './fields.ts'

const HOST_OR_WILDCARD = HOST.replace('^', '^(\\*\\.)?')

/** What a request may need without a condition, in the order of how much that is. */
const LEVELS = ['public', 'optional', 'signed-in', 'deny'] as const

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
    allow: Type.Unsafe<(typeof LEVELS)[number] | WrittenCondition>({
      description: '`public`, `optional`, `signed-in`, `deny`, or a condition such as `{ claim, oneOf }`.',
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema keyword
      then: conditionReference,
      else: { enum: LEVELS }
    })
  },
  { additionalProperties: false }
)

/** Who may see what. */
export const access = section('Who may see what. The first rule that matches decides.', {
  default: choice(
    LEVELS,
    'signed-in',
    'For requests that no rule matches: `public` lets everybody pass, `optional` everybody with the identity of those who are signed in, `signed-in` them alone, `deny` nobody.'
  ),
  rules: Type.Array(rule, { default: [], description: 'Rules, in order.' })
})
