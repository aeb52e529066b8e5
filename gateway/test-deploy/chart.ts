import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { packagePath } from '../src/config/package-files.ts'
import { generateSignatureKey } from '../src/config/signature-keys.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { MAIN } from '../test/fixtures/processes/child-process.ts'
import { findProgram } from '../test/fixtures/processes/find-program.ts'
import { completeExample, listConfigExamples } from '../test/fixtures/repository/yaml-examples.ts'
import { runOrFail, runTool } from './tool.ts'

const CHART = packagePath('deploy', 'helm', 'gatehouse')
const HERE = packagePath('gateway', 'test-deploy', 'chart')
const CASES = ['minimal', 'production', 'gateway-api']
const KUBERNETES = '1.34.0'
const TEMPLATE = ['template', 'gatehouse', CHART, '--namespace', 'web']
/** Files that the chart includes unchanged; golden files name them instead. `indent`: their indentation. */
const TAKEN_OVER = [
  { path: 'deploy/grafana/gatehouse.json', indent: 4 },
  { path: 'deploy/prometheus/rules.yaml', indent: 2 }
]
/** For ingress controllers with forward auth: manifests with more than controller-specific types. */
const MANIFESTS = [
  'gatehouse.yaml',
  'envoy-gateway.yaml',
  'gateway-api.yaml',
  'traefik.yaml',
  'ingress-nginx.yaml'
]
/** Types that the decoder does not know. */
const OF_CONTROLLERS = /^(gateway\.envoyproxy\.io|security\.istio\.io|traefik\.io)\//
const RUNBOOK_BASE = 'https://git.example.com/gatehouse/blob/main/'
/** Values that must be refused, and what the message must mention. */
const REFUSED: readonly (readonly [why: string, values: string, message: RegExp])[] = [
  ['a mistyped key of the configuration', 'config.sesion.idleSeconds=60', /sesion/],
  ['a wrong value in the configuration', 'config.publicUrl=app.example.com', /publicUrl/],
  ['a signature key in the values', 'config.cookie.signatureKeys[0]=secret', /signatureKeys/],
  ['an API key in the values', 'config.identityPlatform.apiKey=secret', /apiKey/],
  ['a password in the address of the store', 'config.store.url=redis://:secret@store:6379', /store/],
  ['a mistyped value of the chart', 'autoscalling.enabled=true', /autoscalling/]
]

/** The Helm chart: lint, what it renders, and whether Kubernetes and the gateway accept it. */
export async function checkChart(checks: Checks, folder: string): Promise<void> {
  const helm = findProgram('HELM_PATH', 'helm') ?? findInCache()
  if (helm === null) {
    checks.skip('chart', 'helm not found (`go install helm.sh/helm/v3/cmd/helm@v3.22.0`; HELM_PATH names it)')
    return
  }
  const rendered = new Map<string, string>()
  for (const name of CASES) {
    await checks.check(`chart: ${name} passes lint without an error`, async () => {
      await runOrFail(helm, ['lint', '--strict', CHART, ...valuesOf(name)])
    })
    await checks.check(`chart: ${name} renders the golden file`, async () => {
      const text = await runOrFail(helm, [...TEMPLATE, ...valuesOf(name)])
      rendered.set(name, text)
      compareWithGolden(name, shorten(text))
    })
    await checks.check(`chart: ${name} renders a configuration that check-config accepts`, () =>
      checkConfiguration(rendered.get(name) ?? '', join(folder, name))
    )
  }
  await checkExamples(checks, helm, folder)
  await checkRefusals(checks, helm)
  await checkTypes(checks, rendered, folder)
}

/** Each as `config` in a values file for Helm; then each with one additional key. */
async function checkExamples(checks: Checks, helm: string, folder: string): Promise<void> {
  const file = join(folder, 'example.values.yaml')
  const render = (config: object) => {
    writeFileSync(file, stringify({ config }))
    return runTool(helm, [...TEMPLATE, '--kube-version', KUBERNETES, '--values', file])
  }
  await checks.check('chart: Helm accepts every configuration in the documents', async () => {
    for (const { place, config } of listConfigExamples()) {
      const { code, stderr } = await render(completeExample(config))
      assert.equal(code, 0, `${place}: ${stderr}`)
    }
  })
  await checks.check(
    'chart: Helm refuses every configuration in the documents once a wrong key is added',
    async () => {
      for (const { place, config } of listConfigExamples()) {
        const { code, stderr } = await render({ ...completeExample(config), wrongKey: 1 })
        assert.notEqual(code, 0, place)
        assert.match(stderr, /wrongKey/, place)
      }
    }
  )
}

async function checkRefusals(checks: Checks, helm: string): Promise<void> {
  for (const [why, values, message] of REFUSED) {
    await checks.check(`chart: ${why} is refused with its name`, async () => {
      const args = [...TEMPLATE, ...valuesOf('minimal'), '--set', values]
      const { code, stderr } = await runTool(helm, args)
      assert.notEqual(code, 0)
      assert.match(stderr, message)
    })
  }
}

/** Where .ci/run puts it. */
function findInCache(): string | null {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const path = join(cache, 'gatehouse-helm', 'helm')
  return existsSync(path) ? path : null
}

const valuesOf = (name: string) => [
  ...['--kube-version', KUBERNETES],
  ...['--values', join(HERE, `${name}.values.yaml`)]
]

/** Replaces files that are included unchanged by their names. */
function shorten(text: string): string {
  return TAKEN_OVER.reduce((short, { path, indent }) => {
    const file = readFileSync(packagePath(path), 'utf8').replaceAll(
      'runbook_url: ',
      `runbook_url: ${RUNBOOK_BASE}`
    )
    const margin = ' '.repeat(indent)
    return short.replace(file.replaceAll(/^/gm, margin).trimEnd(), () => `${margin}# ${path}`)
  }, text)
}

/** `--write` on the command line rewrites the golden files. */
function compareWithGolden(name: string, text: string): void {
  const golden = join(HERE, `${name}.golden.yaml`)
  if (process.argv.includes('--write')) writeFileSync(golden, text)
  assert.equal(
    text,
    readFileSync(golden, 'utf8'),
    `npm run test:deploy -- chart --write, then read the difference`
  )
}

/** The content of the ConfigMap, with the files of the Secret in a local folder. */
async function checkConfiguration(rendered: string, folder: string): Promise<void> {
  const objects = parseAllDocuments(rendered).map((document) => document.toJS())
  const { data } = objects.find(({ kind, data }) => kind === 'ConfigMap' && 'gatehouse.yaml' in data)
  mkdirSync(folder)
  writeFileSync(join(folder, 'signature-keys'), generateSignatureKey(), { mode: 0o600 })
  writeFileSync(join(folder, 'api-key'), 'key', { mode: 0o600 })
  const file = join(folder, 'gatehouse.yaml')
  writeFileSync(file, data['gatehouse.yaml'].replaceAll('/run/secrets/gatehouse', folder))
  assert.equal(typeof parse(data['gatehouse.yaml']).publicUrl, 'string')
  await runOrFail(process.execPath, [MAIN, 'check-config', '--config', file], { env: {} })
}

/** The objects of a manifest, except those of controller-specific types. */
function withKnownTypes(manifest: string): string {
  return parseAllDocuments(manifest)
    .filter((one) => !OF_CONTROLLERS.test(String(one.get('apiVersion'))))
    .map(String)
    .join('---\n')
}

/** Decodes everything into the types of Kubernetes, where an unknown field is an error. */
async function checkTypes(
  checks: Checks,
  rendered: ReadonlyMap<string, string>,
  folder: string
): Promise<void> {
  const go = findProgram('GO_PATH', 'go')
  const decoder = join(folder, 'decode')
  const built =
    go === null ? null : await runTool(go, ['build', '-o', decoder, '.'], { cwd: join(HERE, 'decode') })
  if (built?.code !== 0) {
    const reason = built === null ? 'go not found' : (built.stderr.trim().split('\n').at(-1) ?? '')
    checks.skip('chart: types of Kubernetes', `their strict decoder cannot be built: ${reason}`)
    return
  }
  const example = readFileSync(packagePath('deploy', 'kubernetes.yaml'), 'utf8')
  for (const [name, text] of [...rendered, ['kubernetes.yaml', example] as const]) {
    await checks.check(`chart: ${name} has only fields of Kubernetes`, async () => {
      await runOrFail(decoder, [], { input: text })
    })
  }
  for (const name of MANIFESTS) {
    const text = withKnownTypes(
      readFileSync(packagePath('deploy', 'forward-auth', 'kubernetes', name), 'utf8')
    )
    await checks.check(`forward auth: ${name} has only fields of Kubernetes or Gateway API`, async () => {
      assert.notEqual(text, '')
      await runOrFail(decoder, [], { input: text })
    })
  }
  await checks.check('chart: a field unknown to Kubernetes is found', async () => {
    const { code, stderr } = await runTool(decoder, [], { input: example.replace('periodSeconds', 'period') })
    assert.equal(code, 1)
    assert.match(stderr, /unknown field/)
  })
}
