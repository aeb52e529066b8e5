import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { packagePath } from '../../src/config/package-files.ts'

interface Schema {
  type?: unknown
  description?: unknown
  properties?: Readonly<Record<string, Schema>>
}

const skip = existsSync(packagePath('deploy', 'helm')) ? false : 'needs a clone'
const read = (name: string) => readFileSync(packagePath('deploy', 'helm', 'gatehouse', name), 'utf8')
/** `config` has a document of its own, `global` is Helm's, and a former name is described with the present one. */
const ELSEWHERE: readonly string[] = ['config', 'global', 'serviceAccountName']

/** The values of a schema without a description, those of sections as `section.value`. */
function findUndescribed({ properties = {} }: Schema, prefix = ''): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (schema.type === 'object' && schema.properties !== undefined)
      return findUndescribed(schema, `${prefix}${name}.`)
    return schema.description === undefined ? [`${prefix}${name}`] : []
  })
}

t.test('chart: values.schema.json describes every value', { skip }, async (t) => {
  const { properties } = JSON.parse(read('values.schema.json'))
  const own = Object.entries<Schema>(properties).filter(([name]) => !ELSEWHERE.includes(name))
  t.same(findUndescribed({ properties: Object.fromEntries(own) }), [])
  t.ok(own.length > 40, `${own.length} values`)
})

t.test('chart: a value without a description is found', async (t) => {
  const properties = {
    a: { description: 'A.' },
    b: { type: 'object', properties: { c: {}, d: { type: 'object', description: 'D.' } } }
  }
  t.same(findUndescribed({ properties }), ['b.c'])
})

/** What limits a gateway, in the files that start one. */
t.test('chart: flags and limits are the same in image, units and Compose file', { skip }, async (t) => {
  const deploy = (name: string) => readFileSync(packagePath('deploy', name), 'utf8')
  const { services } = parse(deploy('compose.yaml'), { merge: true })
  const chart = parse(read('values.yaml'))
  const [, nofile] = /^LimitNOFILE=(\d+)$/m.exec(deploy('gatehouse.service')) ?? []
  t.equal(services.gateway.ulimits.nofile, Number(nofile))
  t.equal(services.gateway.mem_limit, chart.resources.limits.memory.replace('Mi', 'm'))
  for (const name of ['NODE_OPTIONS', 'MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE']) {
    const valueIn = (file: string) => new RegExp(`\\b${name}=(\\S+)`).exec(deploy(file))?.[1]
    t.type(valueIn('Dockerfile'), 'string', name)
    t.equal(valueIn('gatehouse.service'), valueIn('Dockerfile'), name)
  }
  const timeout = `--timeout=${chart.livenessProbe.timeoutSeconds}s`
  const retries = `--retries=${chart.livenessProbe.failureThreshold}`
  t.match(deploy('Dockerfile'), timeout)
  t.match(deploy('Dockerfile'), retries)
})
