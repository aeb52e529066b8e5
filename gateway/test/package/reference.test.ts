import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { renderChartReadme } from '../../../config/chart-readme.ts'
import { renderChartSchema } from '../../../config/chart-schema.ts'
import { renderDoctorSchema, renderExplainSchema } from '../../../config/output-schemas.ts'
import { renderReference, renderSchema } from '../../../config/reference.ts'
import { fillReferenceTables } from '../../../config/reference-tables.ts'
import { renderValidator } from '../../../config/validator.ts'
import { renderRecipesPage } from '../../../deploy/recipes/page.ts'
import { IDENTITY_HEADER_PRESETS } from '../../src/config/defaults.ts'
import { loadConfig } from '../../src/config/load.ts'
import { packagePath } from '../../src/config/package-files.ts'
import { ERROR_CATALOGUE } from '../../src/errors.ts'
import { METRICS } from '../../src/operations/metrics/catalogue.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'

const read = (...path: string[]) => readFileSync(packagePath(...path), 'utf8')

t.test('reference: documents, schemas and validation are as generated (ASVS 2.1.1)', async (t) => {
  t.equal(read('config', 'README.md'), renderReference())
  t.equal(read('config', 'gatehouse.schema.json'), renderSchema())
  t.equal(read('config', 'doctor.schema.json'), renderDoctorSchema())
  t.equal(read('config', 'explain.schema.json'), renderExplainSchema())
  t.equal(read('deploy', 'helm', 'gatehouse', 'values.schema.json'), renderChartSchema())
  t.equal(read('deploy', 'helm', 'gatehouse', 'README.md'), renderChartReadme())
  t.equal(read('gateway', 'docs', 'application-recipes.md'), renderRecipesPage())
  t.ok(
    read('dist', 'config', 'gatehouse.validate.cjs') === renderValidator(renderSchema()),
    'validation, as gateway/prepare.mjs compiles it'
  )
})

t.test('reference: required keys are those without a default, where null is one', async (t) => {
  const { required, properties } = JSON.parse(renderSchema())
  t.same(required, ['publicUrl', 'identityPlatform'])
  t.same(properties.listen.required, [], 'listen.tls is null by default')
  t.same(properties.listen.properties.tls.required, ['certFile', 'keyFile'], 'control: required if present')
})

/** Every object schema in a JSON schema, below any keyword, with the keys on the path to it. */
function listObjectSchemas(node: unknown, path = ''): { path: string; schema: Record<string, unknown> }[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.entries(node).flatMap(([key, child]) => listObjectSchemas(child, `${path}/${key}`))
  return 'required' in node && 'properties' in node ? [{ path, schema: { ...node } }, ...below] : below
}

t.test('reference: a key with a default is never required in lists, maps and alternatives', async (t) => {
  const requiredDefaults = (schema: unknown) =>
    listObjectSchemas(schema).flatMap(({ path, schema: { required, properties } }) =>
      [required].flat().flatMap((name) => {
        const { default: fallback } = Object(properties)[String(name)] ?? {}
        return fallback === undefined ? [] : [`${path}/${name}`]
      })
    )
  t.same(requiredDefaults(JSON.parse(renderSchema())), ['/identityPlatform'], 'its projectId has no default')
  t.same(requiredDefaults(JSON.parse(renderChartSchema())), ['/properties/config/identityPlatform'])
  const properties = { b: { default: 1 }, c: {} }
  const wrong = { anyOf: [{ items: { required: ['b', 'c'], properties } }] }
  t.same(requiredDefaults(wrong), ['/anyOf/0/items/b'], 'control')
})

t.test('reference: the chart has every key except secrets, which it takes as files', async (t) => {
  const keysOf = (schema: unknown, path = ''): string[] =>
    Object.entries(Object(Object(schema).properties)).flatMap(([name, child]) => [
      path + name,
      ...keysOf(child, `${path}${name}.`)
    ])
  const inChart = new Set(keysOf(JSON.parse(renderChartSchema()).properties.config))
  const all = keysOf(JSON.parse(renderSchema()))
  t.ok(all.length > 150, `${all.length} keys`)
  t.same(
    all.filter((key) => !inChart.has(key) && !/^authorizationServer\./.test(key)),
    [
      'identityPlatform.apiKey',
      'identityPlatform.credentials',
      'cookie.signatureKeys',
      'assertion.privateKeys'
    ]
  )
  const url = new RegExp(
    JSON.parse(renderChartSchema()).properties.config.properties.store.properties.url.pattern
  )
  for (const allowed of [
    'rediss://store:6380/0',
    'redis+sentinel://a@h1:1,h2:2/primary/0',
    'unix:/run/a.sock'
  ])
    t.match(allowed, url)
  for (const secret of ['redis://:secret@store:6379', 'rediss+cluster://a:secret@h1:1,h2:2'])
    t.notMatch(secret, url, 'a password is refused')
})

t.test('reference: upstream is not required by the schema, missing if nothing replaces it', async (t) => {
  const required = {
    publicUrl: 'https://app.example.com',
    identityPlatform: { projectId: 'my-project', apiKey: 'AIza-key' },
    cookie: { signatureKeys: [signatureKeyOf('reference')] }
  }
  const problemsOf = (keys: object) => {
    const file = join(
      t.testdir({ 'gatehouse.json': JSON.stringify({ ...required, ...keys }) }),
      'gatehouse.json'
    )
    const loaded = loadConfig({ file, env: { METADATA_SERVER_DETECTION: 'none' }, plugins: [] })
    return loaded.kind === 'invalid' ? loaded.problems : []
  }
  const upstream = { url: 'http://localhost:3000' }
  t.match(problemsOf({}), [{ path: 'upstream.url', message: /nothing to protect/ }])
  t.same(problemsOf({ upstream }), [], 'control: one application')
  t.same(problemsOf({ applications: [{ name: 'shop', upstream }] }), [], 'control: several')
})

t.test('reference: every message is a sentence for visitors, without codes or blame', async (t) => {
  for (const [code, { message }] of Object.entries(ERROR_CATALOGUE)) {
    if (code === 'MISSING_TOKEN') continue
    t.match(message, /^[A-Z][^_]*\.$/, code)
  }
})

t.test('reference: the tables of errors and metrics are as generated by npm run generate', async (t) => {
  const document = read('gateway', 'REFERENCE.md')
  t.equal(document, fillReferenceTables(document))
  t.match(document, '| `gatehouse_decisions_total` | counter | `application`, `outcome`, `code` |')
  t.match(document, '| [`FORBIDDEN`](../deploy/RUNBOOK.md#forbidden) | 403 | Your account has no access')
  t.throws(() => fillReferenceTables('# Reference\n'), /no place/)
})

t.test('reference: every label of a metric has a row, with each of its known values', async (t) => {
  const [, labelTable = ''] = read('gateway', 'REFERENCE.md').split('| label | values |')
  const rows = [...labelTable.matchAll(/^\| (`.+?) \| (.+) \|$/gm)]
  // Error codes, statuses and versions are not listed one by one.
  const isOpen = (label: string) => ['code', 'status', 'version', 'revision', 'node', 'hash'].includes(label)
  const findMissing = (
    metrics: Record<string, { labels: readonly string[]; known: readonly (readonly string[])[] }>
  ) =>
    Object.entries(metrics).flatMap(([name, { labels, known }]) =>
      labels.flatMap((label, index) => {
        if (isOpen(label)) return []
        const values = rows.flatMap(([, names = '', text = '']) =>
          names.includes(`\`${label}\``) ? [text] : []
        )
        const unlisted = known
          .map((row) => String(row[index]))
          .filter((value) => value !== '' && !values.join().includes(`\`${value}\``))
        return values.length === 0
          ? [`${name}: ${label}`]
          : unlisted.map((value) => `${name}: ${label}=${value}`)
      })
    )
  t.same([...new Set(findMissing(METRICS))], [])
  const wrong = { x: { labels: ['op', 'colour'], known: [['probe'], ['paint']] } }
  t.same(findMissing(wrong), ['x: op=paint', 'x: colour'], 'control')
})

t.test('reference: each preset of identity headers is in the recipes with all its headers', async (t) => {
  const recipes = read('gateway', 'docs', 'application-recipes.md').split('\n')
  for (const [preset, headers] of Object.entries(IDENTITY_HEADER_PRESETS)) {
    const row = recipes.find((line) => line.startsWith(`| \`${preset}\` |`)) ?? ''
    for (const name of Object.keys(headers)) t.match(row, `\`${name}\``, `${preset}: ${name}`)
    t.match(read('config', 'README.md'), `\`${preset}\``, preset)
    t.match(read('gateway', 'REFERENCE.md'), preset, preset)
  }
})
