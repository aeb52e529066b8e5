import { Type } from 'typebox'
import { conditionReference, type WrittenCondition } from './conditions.ts'
import { choice, HOST_OR_WILDCARD, section, text } from './fields.ts'

/** What a request may need without a condition, in the order of how much that is. */
const LEVELS = ['public', 'optional', 'signed-in', 'deny'] as const

const requirement = Type.Object(
  {
    secondFactor: Type.Optional(
      Type.Boolean({
        description:
          'True: the visitor must have signed in with a second factor, of whatever kind. Sign-ins by custom token or as anonymous have none.'
      })
    ),
    signedInWithin: Type.Optional(
      Type.Integer({
        minimum: 60,
        description:
          'Longest time since the visitor signed in at the provider (`auth_time` of that sign-in), in seconds. Refreshing the session does not change it.'
      })
    )
  },
  {
    additionalProperties: false,
    description:
      'What the sign-in itself must be, beside `allow`. Visitors who lack it are asked to sign in again; calls get 401 `STEP_UP_REQUIRED`. Goes with `signed-in` and conditions.'
  }
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
    allow: Type.Unsafe<(typeof LEVELS)[number] | WrittenCondition>({
      description: '`public`, `optional`, `signed-in`, `deny`, or a condition such as `{ claim, oneOf }`.',
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema keyword
      then: conditionReference,
      else: { enum: LEVELS }
    }),
    require: Type.Optional(requirement)
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
