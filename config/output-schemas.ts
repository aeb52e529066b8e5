import { type TProperties, type TSchema, Type } from 'typebox'
import { DOCTOR_IDS } from '../gateway/src/errors.ts'

const DRAFT = 'http://json-schema.org/draft-07/schema#'
/** Codes and ids are only added within a major version, so programs must take others. */
const CODE = { pattern: '^[A-Z][A-Z0-9_]*$' }

const oneOf = (values: readonly string[], description: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values], description })
const text = (description: string) => Type.String({ description })
const texts = (description: string) => Type.Array(Type.String(), { description })
const count = (description: string) => Type.Integer({ minimum: 0, description })
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const ruleNumber = Type.Integer({ minimum: 1, description: 'Number among the rules of its section, from 1.' })
const ruleKey = text('Where it is in the configuration, such as `access.rules[0]`.')

const Doctor = Type.Object({
  version: Type.Literal(1, { description: 'Goes up when a member is renamed or removed.' }),
  ok: count('Findings with the status `ok`.'),
  warnings: count('Findings with the status `warn`.'),
  failures: count('Findings with the status `fail`.'),
  skipped: count('Findings with the status `skip`.'),
  findings: Type.Array(
    Type.Object({
      id: Type.String({ ...CODE, examples: [...DOCTOR_IDS], description: 'What was looked at.' }),
      status: oneOf(['ok', 'warn', 'fail', 'skip'], '`skip`: it was not looked at; `seen` says why.'),
      seen: text('What was seen, for people.'),
      advice: Type.Array(
        Type.Object({ cause: text('The probable cause.'), fix: text('What to do; may be empty.') }),
        { description: 'One for each thing that is not well.' }
      ),
      link: text('Where the documentation explains the finding.')
    })
  )
})

const Outcome = Type.Object({
  kind: oneOf(
    ['allow', 'preflight', 'own', 'login', 'unauthenticated', 'forbidden', 'unavailable', 'failed'],
    '`own`: an address of the gateway itself.'
  ),
  status: orNull(Type.Integer({ description: "Of the gateway's answer; null: another one answers." })),
  code: orNull(Type.String({ ...CODE, description: 'The error code of the answer.' })),
  rule: orNull(ruleNumber),
  ruleKey: orNull(ruleKey),
  detail: orNull(text('What the log would say.'))
})

const Explained = Type.Object({
  method: text('Of the request.'),
  host: text('Of the request.'),
  path: text('Without its query.'),
  application: orNull(text('Name of the application whose request it is.')),
  by: oneOf(['proxy', 'forward-auth'], 'Is the request passed on, or does another proxy ask about it?'),
  readings: texts('What lenient applications might take the path for.'),
  pages: Type.Array(Type.Object({ path: text('Of the page.'), ruleKey: orNull(ruleKey) }), {
    description: 'Pages that the address also stands for by `framework`, with the rule that decides there.'
  }),
  visitor: orNull(Type.Object({ uid: text('Of the session.'), tenant: orNull(text('Of the session.')) })),
  tenants: orNull(
    Type.Object({
      accepted: Type.Union([
        oneOf(['any', 'none'], 'Every tenant, or no one.'),
        Type.Array(orNull(Type.String()), { description: 'Null is the project itself.' })
      ]),
      keys: texts('The keys that say so.')
    })
  ),
  rules: Type.Array(
    Type.Object({
      rule: ruleNumber,
      key: ruleKey,
      path: text('Of the rule.'),
      match: oneOf(
        ['other-host', 'other-method', 'other-path', 'other-reading', 'other-form', 'match'],
        'How it fits.'
      ),
      reason: text('For people; may change.')
    })
  ),
  outcome: Outcome,
  identityHeaders: texts('Names of the headers that the application would get.'),
  removedHeaders: texts('Names of headers of the request that the application would not get.')
})

const listed = {
  line: Type.Integer({ minimum: 1 }),
  request: text('Method, path without query, and who asks.')
}

const Explain = Type.Union([
  named('one request', Explained.properties),
  named('--check', {
    checked: count('Requests.'),
    differences: Type.Array(
      Type.Object({ ...listed, expected: text('What the line expects.'), outcome: Outcome })
    )
  })
])

/** The JSON Schema of what `gatehouse doctor --json` prints. Ends with a newline. */
export function renderDoctorSchema(): string {
  return render('gatehouse doctor --json', Doctor)
}

/** The JSON Schema of what `gatehouse explain --json` prints, whichever its options. Ends with a newline. */
export function renderExplainSchema(): string {
  return render('gatehouse explain --json', Explain)
}

function named(title: string, properties: TProperties): TSchema {
  return Type.Object(properties, { title })
}

function render(title: string, schema: TSchema): string {
  return `${JSON.stringify({ $schema: DRAFT, title, ...schema }, null, 2)}\n`
}
