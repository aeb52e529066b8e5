import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { PLUGINS } from '../plugins/plugins.ts'
import { loadConfig } from '../src/config/load.ts'
import { packagePath } from '../src/config/package-files.ts'
import { generateSignatureKey } from '../src/session/cookie/signature-keys.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { findProgram } from '../test/fixtures/processes/find-program.ts'
import { buildDecoder } from './decoder.ts'
import { runOrFail, runTool } from './tool.ts'

const MODULE = packagePath('deploy', 'google-cloud')
const SIDECAR = join(MODULE, 'service-sidecar.yaml')

type Variables = Readonly<Record<string, string>>

/** The Terraform module and the manifest for Cloud Run: syntax, references, and the configuration that they give the gateway. */
export async function checkGoogleCloud(checks: Checks, folder: string): Promise<void> {
  const secrets = writeSecrets(folder)
  await checkReferences(checks)
  await checkGuide(checks, secrets)
  await checkTerraform(checks, join(folder, 'terraform'), secrets)
  await checkSidecar(checks, folder, secrets)
}

/** Files in place of the secrets that Cloud Run mounts. */
function writeSecrets(folder: string): { keys: string; password: string } {
  const files = { keys: join(folder, 'keys'), password: join(folder, 'password') }
  writeFileSync(files.keys, `${generateSignatureKey()}\n`, { mode: 0o600 })
  writeFileSync(files.password, 'password', { mode: 0o600 })
  return files
}

/** The problems of a configuration by variables alone, in a container of Cloud Run. */
function problemsOf(env: Variables): string[] {
  const onCloudRun = { ...env, K_SERVICE: 'gatehouse', PORT: '8080' }
  const loaded = loadConfig({ file: null, env: onCloudRun, plugins: PLUGINS })
  return loaded.kind === 'invalid' ? loaded.problems.map(({ path, message }) => `${path} ${message}`) : []
}

/** The files of settings that the commands of the guide write, with a value for each variable of the shell. */
async function checkGuide(checks: Checks, { keys }: ReturnType<typeof writeSecrets>): Promise<void> {
  const guide = readFileSync(join(MODULE, 'README.md'), 'utf8')
  const shell: Variables = {
    NUMBER: '123456789012',
    REGION: 'europe-west1',
    PROJECT: 'my-project',
    ACCOUNT: 'gatehouse-gateway@my-project.iam.gserviceaccount.com'
  }
  const files = [...guide.matchAll(/^cat >>? env\.yaml <<EOF\n([\s\S]*?)^EOF/gm)].map(
    ([, text = '']): Variables =>
      parse(text.replaceAll(/\$([A-Z]+)/g, (_found, name: string) => shell[name] ?? assert.fail(`$${name}`)))
  )
  const [usual, hosting] = files
  await checks.check('google cloud: the gateway accepts the variables of the guide', async () => {
    assert.equal(files.length, 2)
    for (const file of [usual, { ...usual, ...hosting }])
      assert.deepEqual(problemsOf({ ...file, GATEHOUSE_COOKIE_SIGNATURE_KEYS_FILE: keys }), [])
  })
  await checks.check('google cloud: the guide and the module set the same variables', async () => {
    const settings = readFileSync(join(MODULE, 'settings', 'main.tf'), 'utf8')
    const named = [...settings.matchAll(/^ {4}(GATEHOUSE_\w+) +=/gm)].map(([, name]) => name)
    const missing = Object.keys({ ...usual, ...hosting }).filter((name) => !named.includes(name))
    assert.deepEqual(missing, [])
  })
}

/** Terraform itself finds these only with the provider at hand, which has to be fetched. */
async function checkReferences(checks: Checks): Promise<void> {
  const text = readdirSync(MODULE)
    .filter((name) => name.endsWith('.tf'))
    .map((name) => readFileSync(join(MODULE, name), 'utf8'))
    .join('\n')
  await checks.check(
    'google cloud: everything referred to is declared, and each variable is used',
    async () => {
      assert.deepEqual(findLoose(text), [])
    }
  )
  await checks.check('google cloud: a wrong reference and an unused variable are found', async () => {
    const wrong = `${text.replace('var.concurrency', 'var.concurrencies')}\nlocals {\n  x = google_redis_instance.stores\n}`
    assert.deepEqual(findLoose(wrong), [
      'google_redis_instance.stores is not declared',
      'var.concurrencies is not declared',
      'variable concurrency is not used'
    ])
  })
}

function findLoose(text: string): string[] {
  const namesOf = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, ...parts]) => parts.join('.'))
  const variables = namesOf(/^variable "(\w+)"/gm)
  const locals = [...text.matchAll(/^locals \{\n([\s\S]*?)^\}/gm)].flatMap(([, body = '']) =>
    [...body.matchAll(/^ {2}(\w+) +=/gm)].map(([, name]) => name)
  )
  const declared = new Set([
    ...variables.map((name) => `var.${name}`),
    ...locals.map((name) => `local.${name}`),
    ...namesOf(/^resource "(\w+)" "(\w+)"/gm),
    ...namesOf(/^module "(\w+)"/gm).map((name) => `module.${name}`)
  ])
  const used = new Set(namesOf(/\b(var|local|module|google_\w+)\.(\w+)/g))
  return [
    ...[...used].filter((name) => !declared.has(name)).map((name) => `${name} is not declared`),
    ...variables.filter((name) => !used.has(`var.${name}`)).map((name) => `variable ${name} is not used`)
  ].sort()
}

async function checkTerraform(
  checks: Checks,
  folder: string,
  { keys, password }: ReturnType<typeof writeSecrets>
): Promise<void> {
  const terraform = findProgram('TERRAFORM_PATH', 'terraform')
  if (terraform === null) {
    checks.skip('google cloud: terraform', 'terraform not found (TERRAFORM_PATH names it)')
    return
  }
  await checks.check('google cloud: terraform fmt has nothing to change', async () => {
    await runOrFail(terraform, ['fmt', '-check', '-recursive', MODULE])
  })
  mkdirSync(folder)
  cpSync(join(MODULE, 'settings'), folder, { recursive: true })
  // Terraform would ask for newer versions of itself.
  const env = { ...process.env, CHECKPOINT_DISABLE: '1' }
  const run = (...args: string[]) => runOrFail(terraform, [`-chdir=${folder}`, ...args], { env })
  await checks.check('google cloud: the module of the settings is valid', async () => {
    await run('init', '-input=false')
    await run('validate')
  })

  /** The variables of the gateway for these values of the module. */
  async function evaluate(values: object): Promise<Variables> {
    const base = {
      public_url: 'https://app.example.com',
      project_id: 'my-project',
      api_key: 'key',
      service_account_email: 'gatehouse-gateway@my-project.iam.gserviceaccount.com',
      application_url: 'https://gatehouse-application-abcdef-ew.a.run.app',
      signature_keys_file: keys,
      trusted_proxies: ['169.254.0.0/16'],
      is_behind_hosting: false
    }
    writeFileSync(join(folder, 'case.auto.tfvars.json'), JSON.stringify({ ...base, ...values }))
    await run('apply', '-auto-approve', '-input=false')
    const { environment } = JSON.parse(await run('output', '-json'))
    return environment.value
  }
  const store = { url: 'redis://10.0.0.3:6379/0', password_file: password }
  const rules = '[{"path":"/public/*","allow":"public"}]'
  for (const [name, values, expected] of [
    ['alone', {}, {}],
    ['behind Firebase Hosting', { is_behind_hosting: true }, { GATEHOUSE_COOKIE_NAME: '__session' }],
    ['with a store', { store }, { GATEHOUSE_STORE_URL: store.url }],
    [
      'with more variables',
      { environment: { GATEHOUSE_ACCESS_RULES: rules, GATEHOUSE_SHUTDOWN_GRACE_SECONDS: '5' } },
      { GATEHOUSE_ACCESS_RULES: rules, GATEHOUSE_SHUTDOWN_GRACE_SECONDS: '5' }
    ]
  ] as const)
    await checks.check(`google cloud: the gateway accepts its variables, ${name}`, async () => {
      const environment = await evaluate(values)
      assert.deepEqual({ ...environment, ...expected }, environment)
      assert.deepEqual(problemsOf(environment), [])
    })
  await checks.check('google cloud: a wrong value in one of the variables is found', async () => {
    const environment = await evaluate({ public_url: 'app.example.com' })
    assert.match(problemsOf(environment).join(), /publicUrl/)
  })
}

/** The manifest with both containers in one service. */
async function checkSidecar(
  checks: Checks,
  folder: string,
  { keys }: ReturnType<typeof writeSecrets>
): Promise<void> {
  const text = readFileSync(SIDECAR, 'utf8')
  const { template } = parse(text).spec
  const [gateway, application] = template.spec.containers
  const variablesOf = (container: typeof gateway): Variables =>
    Object.fromEntries(container.env.map(({ name, value }: { name: string; value: string }) => [name, value]))
  const environment = variablesOf(gateway)

  await checks.check(
    'google cloud: only the gateway of the manifest has a port, and starts second',
    async () => {
      assert.deepEqual(gateway.ports, [{ containerPort: Number(environment.GATEHOUSE_LISTEN_PORT) }])
      assert.equal(application.ports, undefined)
      const order = template.metadata.annotations['run.googleapis.com/container-dependencies']
      assert.deepEqual(JSON.parse(order), { [gateway.name]: [application.name] })
    }
  )
  await checks.check(
    'google cloud: the application of the manifest listens where the gateway calls it',
    async () => {
      const url = new URL(environment.GATEHOUSE_UPSTREAM_URL ?? '')
      assert.equal(url.hostname, '127.0.0.1')
      assert.equal(url.port, variablesOf(application).PORT)
      assert.equal(url.port, String(application.startupProbe.tcpSocket.port))
    }
  )
  await checks.check('google cloud: the gateway accepts the variables of the manifest', async () => {
    const { GATEHOUSE_COOKIE_SIGNATURE_KEYS_FILE: file = '', ...others } = environment
    const [mount] = gateway.volumeMounts
    const [volume] = template.spec.volumes
    assert.equal(file, `${mount.mountPath}/${volume.secret.items[0].path}`)
    assert.deepEqual(problemsOf({ ...others, GATEHOUSE_COOKIE_SIGNATURE_KEYS_FILE: keys }), [])
  })

  const built = await buildDecoder(folder)
  if (built.kind === 'missing') {
    checks.skip('google cloud: types of the manifest', built.reason)
    return
  }
  await checks.check('google cloud: the manifest has only fields of Knative and Kubernetes', async () => {
    await runOrFail(built.decoder, [], { input: text })
  })
  await checks.check('google cloud: a field unknown to Knative is found', async () => {
    const wrong = text.replace('containerConcurrency', 'concurrency')
    const { code, stderr } = await runTool(built.decoder, [], { input: wrong })
    assert.equal(code, 1)
    assert.match(stderr, /unknown field/)
  })
}
