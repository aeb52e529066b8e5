import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { packagePath } from '../../src/config/package-files.ts'

interface Schema {
  type?: unknown
  properties?: Readonly<Record<string, Schema>>
}

const skip = existsSync(packagePath('deploy', 'helm')) ? false : 'needs a clone'
const read = (name: string) => readFileSync(packagePath('deploy', 'helm', 'gatehouse', name), 'utf8')
/** `config` has a document of its own, `global` is Helm's, and a former name is described with the present one. */
const ELSEWHERE: readonly string[] = ['config', 'global', 'serviceAccountName']

/** The values of a schema, those of sections as `section.value`. */
function listValues({ properties = {} }: Schema, prefix = ''): string[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    schema.type === 'object' && schema.properties !== undefined
      ? listValues(schema, `${prefix}${name}.`)
      : [`${prefix}${name}`]
  )
}

/** Value and default, as the rows of the document's table have them. */
function readTable(document: string): [name: string, fallback: unknown][] {
  return [...document.matchAll(/^\| `([\w.]+)` \| `([^`]+)` \| .+ \|$/gm)].map(
    ([, name = '', fallback = '']) => [name, parse(fallback)]
  )
}

function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => Object(value)[name], values)
}

t.test('chart: README.md lists every value with its default', { skip }, async (t) => {
  const { properties } = JSON.parse(read('values.schema.json'))
  const own = Object.entries<Schema>(properties).filter(([name]) => !ELSEWHERE.includes(name))
  const table = readTable(read('README.md'))
  t.same(
    table.map(([name]) => name),
    listValues({ properties: Object.fromEntries(own) }),
    'names, in the order of the schema'
  )
  const values = parse(read('values.yaml'))
  for (const [name, fallback] of table) t.strictSame(fallback, valueAt(values, name), name)
})

t.test('chart: a missing value and a wrong default are found', async (t) => {
  const schema = {
    properties: { a: {}, b: { type: 'object', properties: { c: {}, d: { type: 'object' } } } }
  }
  t.same(listValues(schema), ['a', 'b.c', 'b.d'])
  t.same(readTable('| `a` | `1` | A. |\n| `b.c` | `{ x: [] }` | B. |\n| b.d | `2` | not code |'), [
    ['a', 1],
    ['b.c', { x: [] }]
  ])
  t.equal(valueAt({ b: { c: 1 } }, 'b.c'), 1)
  t.equal(valueAt({ b: {} }, 'b.c'), undefined)
})

/** What limits a gateway, in the files that start one. */
t.test('chart: flags and limits are the same in image, units and Compose file', { skip }, async (t) => {
  const deploy = (name: string) => readFileSync(packagePath('deploy', name), 'utf8')
  const { services } = parse(deploy('compose.yaml'), { merge: true })
  const chart = parse(read('values.yaml'))
  const [, nofile] = /^LimitNOFILE=(\d+)$/m.exec(deploy('gatehouse.service')) ?? []
  t.equal(services.gateway.ulimits.nofile, Number(nofile))
  t.equal(services.gateway.mem_limit, chart.resources.limits.memory.replace('Mi', 'm'))
  const [, started = ''] = /^ExecStart=\S+ (.+) \/opt/m.exec(deploy('gatehouse.service')) ?? []
  const [, entry = ''] = /^ENTRYPOINT \["node", (.+), "\/app/m.exec(deploy('Dockerfile')) ?? []
  t.same(JSON.parse(`[${entry}]`), started.split(' '))
  t.match(started, '--max-semi-space-size=', 'control')
  const timeout = `--timeout=${chart.livenessProbe.timeoutSeconds}s`
  const retries = `--retries=${chart.livenessProbe.failureThreshold}`
  t.match(deploy('Dockerfile'), timeout)
  t.match(deploy('Dockerfile'), retries)
})
