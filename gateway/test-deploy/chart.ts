import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { packagePath } from '../src/config/package-files.ts'
import { generateSignatureKey } from '../src/session/cookie/signature-keys.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { MAIN } from '../test/fixtures/processes/child-process.ts'
import { findProgram } from '../test/fixtures/processes/find-program.ts'
import { makePair } from '../test/fixtures/provider/certificates.ts'
import { completeExample, listConfigExamples } from '../test/fixtures/repository/yaml-examples.ts'
import { CHART, TEMPLATE, valuesOf } from './chart-arguments.ts'
import { checkTestPod } from './chart-test-pod.ts'
import { checkValues } from './chart-values.ts'
import { buildDecoder } from './decoder.ts'
import { runOrFail, runTool } from './tool.ts'

const HERE = packagePath('gateway', 'test-deploy', 'chart')
/** The setups of `ci/`. */
const CASES = readdirSync(join(CHART, 'ci')).map((file) => file.replace('-values.yaml', ''))
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
const OF_CONTROLLERS = /^(gateway\.envoyproxy\.io|(security|networking)\.istio\.io|traefik\.io)\//
const RUNBOOK_BASE = 'https://git.example.com/gatehouse/blob/main/'
/** Only caused by a listener that cannot be reached: examples for a machine, not for a pod. */
const UNREACHABLE =
  /config\.[a-zA-Z.]+: (\S+ cannot be reached|the Service reaches neither)|a port that is chosen at startup/

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
  await checkValues(checks, helm)
  await checkTestPod(checks, rendered.get('minimal') ?? '')
  await checkManifest(checks, rendered.get('minimal') ?? '')
  await checkTypes(checks, rendered, folder)
}

/** Each as `config` in a values file for Helm; then each with one additional key. */
async function checkExamples(checks: Checks, helm: string, folder: string): Promise<void> {
  const file = join(folder, 'example.values.yaml')
  const render = (config: object) => {
    writeFileSync(file, stringify({ config }))
    return runTool(helm, [...TEMPLATE, '--values', file])
  }
  await checks.check('chart: Helm accepts every configuration in the documents', async () => {
    for (const { place, config } of listConfigExamples()) {
      const { code, stderr } = await render(completeExample(config))
      assert.ok(code === 0 || UNREACHABLE.test(stderr), `${place}: ${stderr}`)
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

/** Where .ci/run puts it. */
function findInCache(): string | null {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const path = join(cache, 'gatehouse-helm', 'helm')
  return existsSync(path) ? path : null
}

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

/** The content of the ConfigMap and the variables of the container, with the mounted files in a local folder. */
async function checkConfiguration(rendered: string, folder: string): Promise<void> {
  const objects = objectsOf(rendered)
  const config = objects.find(({ kind, data }) => kind === 'ConfigMap' && 'gatehouse.yaml' in data)
  const { volumes, containers } = podOf(objects)
  if (config === undefined) {
    assert.notEqual(volumes[0].configMap.name, 'gatehouse')
    return
  }
  mkdirSync(folder)
  const { cert, key } = await makePair()
  for (const [name, content] of Object.entries({
    'signature-keys': generateSignatureKey(),
    'api-key': 'key',
    'store-password': 'password',
    'service-ca.crt': cert,
    'tls.crt': cert,
    'tls.key': key
  }))
    writeFileSync(join(folder, name), content, { mode: 0o600 })
  const file = join(folder, 'gatehouse.yaml')
  const text: string = config.data['gatehouse.yaml']
  writeFileSync(file, text.replaceAll(/\/run\/secrets\/gatehouse|\/etc\/(gatehouse-tls|service-ca)/g, folder))
  assert.equal(typeof parse(text).publicUrl, 'string')
  const variables = containers[0].env.map(({ name, value }: { name: string; value: string }) => [name, value])
  const env = Object.fromEntries(variables)
  await runOrFail(process.execPath, [MAIN, 'check-config', '--config', file], { env })
}

// biome-ignore lint/suspicious/noExplicitAny: objects of many kinds.
const objectsOf = (manifest: string): any[] => parseAllDocuments(manifest).map((one) => one.toJS())

const podOf = (objects: ReturnType<typeof objectsOf>) =>
  objects.find(({ kind }) => kind === 'Deployment').spec.template.spec

/** kubernetes.yaml is what the chart renders with few values, without what only a chart needs. */
async function checkManifest(checks: Checks, rendered: string): Promise<void> {
  const text = readFileSync(packagePath('deploy', 'kubernetes.yaml'), 'utf8')
  const compare = (manifest: string) => {
    const { topologySpreadConstraints: _, containers, ...pod } = podOf(objectsOf(rendered))
    const [{ env: __, ...container }] = containers
    const own = podOf(objectsOf(manifest))
    const [{ imagePullPolicy = 'IfNotPresent', ...ownContainer }] = own.containers
    assert.deepEqual(
      { ...own, containers: [{ ...ownContainer, imagePullPolicy }] },
      { ...pod, containers: [container] }
    )
  }
  await checks.check('chart: kubernetes.yaml has the same pod', async () => compare(text))
  await checks.check('chart: another probe in kubernetes.yaml is found', async () =>
    assert.throws(
      () => compare(text.replace('failureThreshold: 2', 'failureThreshold: 3')),
      /failureThreshold/
    )
  )
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
  const built = await buildDecoder(folder)
  if (built.kind === 'missing') {
    checks.skip('chart: types of Kubernetes', built.reason)
    return
  }
  const { decoder } = built
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
