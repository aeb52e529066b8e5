import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import { runCommand } from '../fixtures/commands/command-run.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'

/** Whether a value matches the published schema and has no other members. */
function createCheck(name: string): (value: unknown) => boolean {
  const schema = JSON.parse(readFileSync(packagePath('config', name), 'utf8'), (_key, node) =>
    node?.type === 'object' ? { ...node, additionalProperties: false } : node
  )
  return new Ajv().compile(schema)
}

const isExplain = createCheck('explain.schema.json')
const isDoctor = createCheck('doctor.schema.json')

function configWith(rules: readonly object[]): string {
  return JSON.stringify({
    publicUrl: 'https://app.example.com',
    upstream: { url: 'http://127.0.0.1:3000' },
    identityPlatform: { projectId: 'my-project', apiKey: 'key' },
    cookie: { signatureKeys: [signatureKeyOf('schemas')] },
    access: { rules }
  })
}

const ADMIN = { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }
const folder = t.testdir({
  'gatehouse.json': configWith([ADMIN, { path: '/admin/x/*', allow: 'public' }])
})
const LIST = 'GET /admin/x anonymous allow\nGET / anonymous login\n'

async function explain(args: readonly string[]) {
  const config = ['--config', join(folder, 'gatehouse.json'), '--json']
  return JSON.parse((await runCommand(['explain', ...args, ...config], { input: LIST, cwd: folder })).stdout)
}

t.test('output schemas: explain --json matches its schema, a missing or extra member does not', async (t) => {
  const member = [
    ['outcome', ['GET', '/admin/x', '--claims', '{"role":"admin"}']],
    ['rules', ['GET', '/ADMIN/x']],
    ['tenants', ['GET', '/login']],
    ['readings', ['GET', '/a/../b']],
    ['differences', ['--check', '-']]
  ] as const
  for (const [name, args] of member) {
    const printed = await explain(args)
    const isValid = [printed, { ...printed, [name]: undefined }, { ...printed, more: 1 }].map(isExplain)
    t.same(isValid, [true, false, false], args.join(' '))
    if (name === 'differences') t.not(printed[name].length, 0, 'the list is not empty')
  }
})

t.test('output schemas: doctor --json matches its schema, a missing or extra member does not', async (t) => {
  for (const args of [['--config', join(folder, 'gatehouse.json')], []]) {
    const env = { METADATA_SERVER_DETECTION: 'none' }
    const printed = JSON.parse((await runCommand(['doctor', '--json', '--offline', ...args], { env })).stdout)
    const [first, ...others] = printed.findings
    const changed = [
      { ...first, status: 'good' },
      { ...first, more: 1 }
    ]
    const isValid = [printed, { ...printed, skipped: undefined }].map(isDoctor)
    t.same(isValid, [true, false], args.join(' '))
    for (const one of changed) t.notOk(isDoctor({ ...printed, findings: [one, ...others] }))
  }
})
