import { existsSync, readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import t from 'tap'
import { parse } from 'yaml'
import { packagePath } from '../../src/config/package-files.ts'
import {
  completeExample,
  listConfigExamples,
  listYamlExamples,
  loadExample,
  problemsOfExample,
  readExample
} from '../fixtures/repository/yaml-examples.ts'

const skip = existsSync(packagePath('.git')) ? false : 'needs a clone'

/** Warnings about what the configuration cannot show: other machines and what another proxy routes here. */
const OUTSIDE: readonly RegExp[] = [
  /http to another machine/,
  /handed over at \/_auth\/arrive there, and without/
]

const ajv = new Ajv({ allErrors: true, strict: false })
const compile = (...path: string[]): ValidateFunction =>
  ajv.compile(JSON.parse(readFileSync(packagePath(...path), 'utf8')))
/** What editors mark and Helm refuses; `npm run test:deploy -- chart` reads the examples with Helm. */
const isValidInEditors = compile('config', 'gatehouse.schema.json')
const isValidChart = compile('deploy', 'helm', 'gatehouse', 'values.schema.json')
const errorsOf = ({ errors }: ValidateFunction) =>
  (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)

function editorErrorsOf(config: Readonly<Record<string, unknown>>): string[] {
  isValidInEditors(completeExample(config))
  return errorsOf(isValidInEditors)
}

function chartErrorsOf(config: Readonly<Record<string, unknown>>): string[] {
  isValidChart({ config: completeExample(config) })
  return errorsOf(isValidChart)
}

t.test('documents: each YAML block and example is a configuration without a warning', { skip }, async (t) => {
  const examples = listConfigExamples()
  t.ok(examples.length >= 30, `${examples.length} examples`)
  for (const known of [
    'config/gatehouse.example.yaml',
    'deploy/kubernetes.yaml',
    'deploy/forward-auth/kubernetes/gatehouse.yaml',
    'deploy/forward-auth/nginx/gatehouse.yaml',
    'deploy/helm/gatehouse/values.yaml'
  ])
    t.ok(
      examples.some(({ place }) => place === known),
      known
    )
  for (const { place, config } of examples) {
    const loaded = loadExample(t, config)
    t.same(problemsOfExample(loaded), [], place)
    const warnings = loaded.kind === 'loaded' ? loaded.warnings : []
    const found = warnings.filter((line) => !OUTSIDE.some((pattern) => pattern.test(line)))
    t.same(found, [], place)
  }
})

t.test('documents: each configuration is valid by the JSON schema for editors', { skip }, async (t) => {
  for (const { place, config } of listConfigExamples()) t.same(editorErrorsOf(config), [], place)
})

t.test('documents: each configuration is valid as `config` of the Helm chart', { skip }, async (t) => {
  for (const { place, config } of listConfigExamples()) t.same(chartErrorsOf(config), [], place)
})

t.test('documents: each configuration with one wrong key is refused by all three', { skip }, async (t) => {
  for (const { place, config } of listConfigExamples()) {
    const [[key, value] = ['', null]] = Object.entries(config)
    const { [key]: _renamed, ...others } = config
    const wrong = { ...others, [`${key}x`]: value }
    t.match(problemsOfExample(loadExample(t, wrong)).join('\n'), `${key}x: `, place)
    t.not(editorErrorsOf(wrong).length, 0, place)
    t.not(chartErrorsOf(wrong).length, 0, place)
  }
})

t.test('documents: a wrong key inside a list or a map is refused by all three', async (t) => {
  const upstream = { url: 'http://127.0.0.1:3000' }
  const issuer = { issuer: 'https://idp.example.com', audiences: ['a'] }
  const cases: readonly (readonly [good: object, wrong: object])[] = [
    [
      { applications: [{ name: 'shop', upstream }] },
      { applications: [{ name: 'shop', upstream: { ...upstream, timeoutMs: 1 } }] }
    ],
    [
      { applications: [{ name: 'shop', upstream, access: {} }] },
      { applications: [{ name: 'shop', upstream, access: { defaults: 'signed-in' } }] }
    ],
    [{ bearer: [issuer] }, { bearer: [{ ...issuer, audience: 'a' }] }],
    [
      { login: { brand: { name: 'A' }, hosts: { 'app.example.com': { brand: { name: 'B' } } } } },
      { login: { brand: { name: 'A' }, hosts: { 'app.example.com': { brand: { nme: 'B' } } } } }
    ]
  ]
  for (const [good, wrong] of cases) {
    const text = JSON.stringify(wrong)
    t.same(
      [
        problemsOfExample(loadExample(t, { ...good })),
        editorErrorsOf({ ...good }),
        chartErrorsOf({ ...good })
      ],
      [[], [], []],
      JSON.stringify(good)
    )
    t.not(problemsOfExample(loadExample(t, { ...wrong })).length, 0, text)
    t.not(editorErrorsOf({ ...wrong }).length, 0, text)
    t.not(chartErrorsOf({ ...wrong }).length, 0, text)
  }
})

t.test('documents: YAML in lists is found with its line, and one wrong key is a problem', async (t) => {
  const good = 'cors:\n  origins: [https://app.example.com]'
  const document = `# A\n\n\`\`\`yaml\n${good}\n\`\`\`\n\n1. b\n   \`\`\`yaml\n   cors:\n     orgins: []\n   \`\`\`\n`
  const [first, second, ...others] = listYamlExamples('a.md', document)
  t.same(first, { place: 'a.md:3', text: good })
  t.same(second, { place: 'a.md:9', text: 'cors:\n  orgins: []' })
  t.same(others, [])
  const problems = (text = '') => problemsOfExample(loadExample(t, readExample(parse(text))))
  t.same(problems(first?.text), [])
  t.match(problems(second?.text), [/^cors\.orgins: /])
  t.match(problems('login: { brand: { logo: /none/logo.svg, nme: A } }'), [/^login\.brand\.nme: /])
})
