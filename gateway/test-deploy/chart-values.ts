import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { packagePath } from '../src/config/package-files.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { TEMPLATE, valuesOf } from './chart-arguments.ts'
import { runTool } from './tool.ts'

interface Pair {
  what: string
  /** As for `--set`. */
  accepted: readonly string[]
  refused: readonly string[]
  /** What the refusal mentions. */
  message: RegExp
}

/** Values that render, and similar ones that do not. */
const PAIRS: readonly Pair[] = [
  {
    what: 'a key of the configuration',
    accepted: ['config.session.idleSeconds=600'],
    refused: ['config.sesion.idleSeconds=600'],
    message: /sesion/
  },
  {
    what: 'the public address',
    accepted: ['config.publicUrl=https://app.example.com'],
    refused: ['config.publicUrl=app.example.com'],
    message: /publicUrl/
  },
  {
    what: 'signature keys: in a file, not in the values',
    accepted: ['config.cookie.signatureKeysFile=/run/secrets/gatehouse/keys'],
    refused: ['config.cookie.signatureKeys[0]=secret'],
    message: /signatureKeys/
  },
  {
    what: 'an API key: in a file, not in the values',
    accepted: ['config.identityPlatform.apiKeyFile=/run/secrets/gatehouse/key'],
    refused: ['config.identityPlatform.apiKey=secret'],
    message: /apiKey/
  },
  {
    what: 'a store: its address with a user, but no password',
    accepted: ['config.store.url=redis://gatehouse@store:6379/0'],
    refused: ['config.store.url=redis://:secret@store:6379'],
    message: /store/
  },
  {
    what: 'a value of the chart',
    accepted: ['autoscaling.enabled=true'],
    refused: ['autoscalling.enabled=true'],
    message: /autoscalling/
  },
  {
    what: 'an address for visitors',
    accepted: ['config.listen.host=::'],
    refused: ['config.listen.host=127.0.0.1'],
    message: /config\.listen\.host: 127\.0\.0\.1 cannot be reached from outside the pod/
  },
  {
    what: 'an address for probes and monitoring',
    accepted: ['config.management.host=0.0.0.0'],
    refused: ['config.management.host=localhost'],
    message: /config\.management\.host: localhost cannot be reached/
  },
  {
    what: 'an address for auth requests',
    accepted: ['config.forwardAuth.enabled=true', 'config.forwardAuth.listen.host=0.0.0.0'],
    refused: ['config.forwardAuth.enabled=true', 'config.forwardAuth.listen.host=::1'],
    message: /config\.forwardAuth\.listen\.host: ::1 cannot be reached/
  },
  {
    what: 'a port',
    accepted: ['config.forwardAuth.enabled=true', 'config.forwardAuth.grpc.port=9191'],
    refused: ['config.forwardAuth.enabled=true', 'config.forwardAuth.grpc.port=0'],
    message: /config\.forwardAuth\.grpc\.port: a port that is chosen at startup/
  },
  {
    what: 'a listener at a port, not at a socket',
    accepted: ['config.listen.port=8000'],
    refused: ['config.listen.unix=/run/gatehouse.sock'],
    message: /config\.listen: the Service reaches neither/
  },
  {
    what: 'a variable beside those for which the chart has values',
    accepted: ['env[0].name=GATEHOUSE_LOG_LEVEL', 'env[0].value=warn'],
    refused: ['env[0].name=GATEHOUSE_LISTEN_PORT', 'env[0].value=8000'],
    message: /env/
  },
  {
    what: 'an object, except a Secret',
    accepted: ['extraObjects[0].apiVersion=external-secrets.io/v1', 'extraObjects[0].kind=ExternalSecret'],
    refused: ['extraObjects[0].apiVersion=v1', 'extraObjects[0].kind=Secret'],
    message: /extraObjects/
  },
  {
    what: 'a field of the Service',
    accepted: ['service.type=NodePort', 'service.nodePort=30080'],
    refused: ['service.type=NodePort', 'service.nodeport=30080'],
    message: /nodeport/
  },
  {
    what: 'a field of a probe',
    accepted: ['startupProbe.failureThreshold=60'],
    refused: ['startupProbe.threshold=60'],
    message: /threshold/
  },
  {
    what: 'an annotation of the service account',
    accepted: ['serviceAccount.create=true', 'serviceAccount.annotations.owner=platform'],
    refused: ['serviceAccount.create=true', 'serviceAccount.annotation.owner=platform'],
    message: /annotation/
  },
  {
    what: 'an HTTPRoute with a Gateway',
    accepted: ['httpRoute.enabled=true', 'httpRoute.parentRefs[0].name=public'],
    refused: ['httpRoute.enabled=true'],
    message: /httpRoute\.parentRefs: name the Gateway/
  }
]

/** Values, what the output then contains, and what it does not contain without them. */
const RENDERED: readonly (readonly [what: string, values: readonly string[], found: RegExp])[] = [
  ['the former name of serviceAccount.name', ['serviceAccountName=own'], /^ {6}serviceAccountName: own$/m],
  ['an argument', ['extraArgs[0]=--help'], /gatehouse\.yaml\n {12}- --help$/m],
  ['a port of the nodes', ['service.nodePort=30080'], /^ {6}nodePort: 30080$/m],
  ['no probe', ['livenessProbe=null'], /ports:(\n {12}- .*)+\n {10}readinessProbe:/],
  ['no volume for a Secret', ['secretName='], /configMap: \{ name: gatehouse \}\n---/]
]

/** The ports of the rule for the store, by its address. */
const STORE_PORTS: Readonly<Record<string, readonly number[]>> = {
  'redis://store': [6379],
  'rediss://gatehouse@store.internal:6380/0': [6380],
  'redis+cluster://a:7000\\,b:7001\\,[2001:db8::1]:7000': [7000, 7001],
  'rediss+sentinel://a\\,b:26380/primary/0': [6379, 26379, 26380],
  'unix:/run/valkey.sock': []
}

/** For each key that is read only at startup, a value other than the default. */
const READ_AT_STARTUP: Readonly<Record<string, string>> = {
  listen: 'listen.maxConnections=100',
  management: 'management.port=9000',
  metrics: 'metrics.enabled=false',
  store: 'store.url=redis://store',
  workers: 'workers=2',
  'forwardAuth.enabled': 'forwardAuth.enabled=true',
  'forwardAuth.listen': 'forwardAuth.listen.port=8000',
  'forwardAuth.grpc': 'forwardAuth.grpc.port=8000'
}

/** Which values the chart accepts, and what it makes of some of them. */
export async function checkValues(checks: Checks, helm: string): Promise<void> {
  const render = (values: readonly string[]) =>
    runTool(helm, [...TEMPLATE, ...valuesOf('minimal'), ...values.flatMap((value) => ['--set', value])])
  const renderOrFail = async (values: readonly string[]) => {
    const { code, stdout, stderr } = await render(values)
    assert.equal(code, 0, stderr)
    return stdout
  }
  for (const { what, accepted, refused, message } of PAIRS) {
    await checks.check(`chart: ${what}: accepted, and refused with its name if wrong`, async () => {
      await renderOrFail(accepted)
      const { code, stderr } = await render(refused)
      assert.notEqual(code, 0)
      assert.match(stderr, message)
    })
  }
  const plain = await renderOrFail([])
  for (const [what, values, found] of RENDERED) {
    await checks.check(`chart: ${what} is rendered`, async () => {
      assert.match(await renderOrFail(values), found)
      assert.doesNotMatch(plain, found)
    })
  }
  await checks.check('chart: the network policy has the ports of store.url', async () => {
    for (const [url, ports] of Object.entries(STORE_PORTS)) {
      const text = await renderOrFail(['networkPolicy.enabled=true', `config.store.url=${url}`])
      const egress = text.slice(text.indexOf('an application that is reached by https'))
      const found = [...egress.matchAll(/^ {8}- \{ port: (\d+), protocol: TCP \}$/gm)].map(([, port]) =>
        Number(port)
      )
      assert.deepEqual(found.sort(), [...ports].sort(), url)
    }
  })
  await checks.check('chart: what needs a restart makes new pods, other changes do not', async () => {
    const checksumOf = (text: string) => /checksum\/config: (\w+)/.exec(text)?.[1]
    const document = readFileSync(packagePath('deploy', 'README.md'), 'utf8')
    const [listed = ''] = /(?<=\*\*Needs a restart\*\*: )(`[\w.]+`(, )?)+/.exec(document) ?? []
    const keys = [...listed.matchAll(/`([\w.]+)`/g)].map(([, key]) => key)
    assert.deepEqual(keys, Object.keys(READ_AT_STARTUP))
    for (const value of Object.values(READ_AT_STARTUP))
      assert.notEqual(checksumOf(await renderOrFail([`config.${value}`])), checksumOf(plain), value)
    for (const value of ['log.level=debug', 'forwardAuth.origins[0]=https://wiki.example.com'])
      assert.equal(checksumOf(await renderOrFail([`config.${value}`])), checksumOf(plain), value)
    const unwatched = 'config.reload.watch=false'
    assert.notEqual(
      checksumOf(await renderOrFail([unwatched, 'config.log.level=debug'])),
      checksumOf(await renderOrFail([unwatched]))
    )
  })
}
