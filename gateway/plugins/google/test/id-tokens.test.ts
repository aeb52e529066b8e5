import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openCredentials } from '../../../src/identity-platform/credentials/credential-source.ts'
import type { Credentials } from '../../../src/identity-platform/credentials/credentials.ts'
import {
  createIdTokens,
  type TokenResult
} from '../../../src/identity-platform/credentials/service-tokens.ts'
import type { GatewayEvent } from '../../../src/operations/events.ts'
import { buildRuntime } from '../../../test/fixtures/clock.ts'
import { decodeClaims, readServiceAccount, startProvider } from '../../../test/fixtures/provider/provider.ts'
import { openAccessTokens } from '../../../test/fixtures/provider/token-endpoint.ts'
import { startRecordingServer } from '../../../test/fixtures/wire/recording-server.ts'
import { googlePlugin } from '../plugin.ts'
import { fileCredentials, machineCredentials } from './fixtures/google-credentials.ts'

const AUDIENCE = 'https://app-abc-ew.a.run.app'

const { standIn, clock } = await startProvider(t, { withCredentials: true })

/** Id tokens of the stand-in's service account. */
function standInTokens(credentials: Credentials) {
  const { endpoints } = standIn
  const accessTokens = openAccessTokens(buildRuntime({}), credentials, endpoints)
  const source = openCredentials(credentials, [googlePlugin], { endpoints, now: clock.now })
  return createIdTokens(buildRuntime({}), (audience, signal) =>
    source.fetchIdToken(audience, signal, accessTokens)
  )
}

const files = standIn.credentialFiles
const EMAIL = standIn.serviceAccount.client_email

const workloadIn = (folder: string, more = {}) =>
  files.externalAccount({ subjectTokenFile: join(folder, 'subject'), ...more })

/** Every kind of credentials, with the calls that fetching a token makes to the stand-in. */
const KINDS: readonly [string, (folder: string) => Credentials, Record<string, number>][] = [
  ['service account key', () => ({ kind: 'key', account: readServiceAccount(standIn) }), { oauthToken: 1 }],
  ['metadata server', () => machineCredentials(`http://${standIn.metadataHost}`), { metadata: 1 }],
  [
    'workload identity federation',
    (folder) => fileCredentials(workloadIn(folder), EMAIL),
    { sts: 1, generateIdToken: 1 }
  ],
  [
    'workload identity federation that impersonates',
    (folder) => fileCredentials(workloadIn(folder, { impersonate: true })),
    { sts: 1, generateAccessToken: 1, generateIdToken: 1 }
  ],
  [
    'user credentials with a service account',
    () => fileCredentials(files.authorizedUser, EMAIL),
    { oauthToken: 1, generateIdToken: 1 }
  ],
  [
    'impersonated_service_account',
    () => fileCredentials(files.impersonatedServiceAccount),
    { oauthToken: 1, generateAccessToken: 1, generateIdToken: 1 }
  ]
]

for (const [name, credentialsIn, expected] of KINDS) {
  t.test(`id tokens: ${name} gets one of its service account for the audience`, async (t) => {
    standIn.calls.reset()
    const folder = t.testdir({ subject: standIn.workload.subjectToken })
    const slot = standInTokens(credentialsIn(folder)).of(AUDIENCE)
    t.equal(slot.current(), null)
    const result = await slot.get()
    if (result.kind === 'failed') throw new Error(result.failure.detail)
    t.match(decodeClaims(result.token), { aud: AUDIENCE, email: standIn.serviceAccount.client_email })
    t.equal(slot.current(), result.token)
    t.match(standIn.calls, expected)
    t.equal(
      standIn.calls.total(),
      Object.values(expected).reduce((sum, count) => sum + count, 0)
    )
  })

  t.test(`id tokens: ${name}, the failure of each call is a failure without a token`, async (t) => {
    t.teardown(() => standIn.faults.reset())
    const folder = t.testdir({ subject: standIn.workload.subjectToken })
    for (const call of Object.keys(expected) as ('oauthToken' | 'metadata')[]) {
      standIn.faults.reset()
      standIn.faults[call] = { kind: 'html', status: 503 }
      const slot = standInTokens(credentialsIn(folder)).of(AUDIENCE)
      t.match(await slot.get(), { kind: 'failed', failure: { code: 'PROVIDER_UNAVAILABLE' } }, call)
      t.equal(slot.current(), null, call)
    }
  })
}

t.test('id tokens: a service account may not make them, the hint names permission and role', async (t) => {
  t.teardown(() => standIn.settings.reset())
  standIn.settings.serviceAccountMayMakeIdTokens = false
  const slot = standInTokens(fileCredentials(files.authorizedUser, EMAIL)).of(AUDIENCE)
  t.match(await slot.get(), {
    kind: 'failed',
    failure: {
      kind: 'configuration',
      hint: {
        cause: /iam\.serviceAccounts\.getOpenIdToken/,
        fix: /roles\/iam\.serviceAccountOpenIdTokenCreator/,
        doctor: 'UPSTREAM_CREDENTIALS'
      }
    }
  })
})

interface Reply {
  status?: number
  /** `reset` and `hang` are no responses. */
  body: string
  flavor?: string | null
}

/** A metadata server that sends `state.reply`. */
async function startMachine(t: Test, reply: (nowSeconds: number) => Reply, fetchTimeoutMs = 4000) {
  let nowSeconds = Date.now() / 1000
  const state = { reply }
  const server = await startRecordingServer(t, (response) => {
    const { status = 200, body, flavor = 'Google' } = state.reply(nowSeconds)
    if (body === 'reset') response.destroy()
    else if (body !== 'hang')
      response
        .writeHead(status, {
          'content-type': 'text/html',
          ...(flavor === null ? {} : { 'metadata-flavor': flavor })
        })
        .end(body)
  })
  const failures: GatewayEvent[] = []
  const report = (event: GatewayEvent) => {
    if (event.kind === 'id-token.unavailable') failures.push(event)
  }
  const now = () => nowSeconds
  const { endpoints } = standIn
  const source = openCredentials(machineCredentials(server.url), [googlePlugin], { endpoints, now })
  const accessTokens = { get: () => Promise.reject(new Error('not needed')), quotaProject: null }
  const tokens = createIdTokens(
    buildRuntime({ now, report }),
    (audience, signal) => source.fetchIdToken(audience, signal, accessTokens),
    fetchTimeoutMs
  )
  const advance = (seconds: number) => {
    nowSeconds += seconds
  }
  return { ...server, state, advance, failures, slot: tokens.of(AUDIENCE) }
}

/** An id token; its signature is for the application to verify. */
function makeToken(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'RS256' })}.${encode(claims)}.c2lnbmF0dXJl`
}

const sound = (nowSeconds: number, ttlSeconds = 3600, more = {}): Reply => ({
  body: makeToken({ aud: AUDIENCE, exp: Math.floor(nowSeconds) + ttlSeconds, ...more })
})

function brief(result: TokenResult): string {
  return result.kind === 'token' ? result.token : result.failure.detail
}

t.test('id tokens: the metadata server is asked for the audience, as it demands', async (t) => {
  const { slot, requests } = await startMachine(t, sound)
  t.equal((await slot.get()).kind, 'token')
  t.match(requests, [
    {
      method: 'GET',
      url: `/computeMetadata/v1/instance/service-accounts/default/identity?audience=${encodeURIComponent(AUDIENCE)}&format=full`,
      headers: { 'metadata-flavor': 'Google' }
    }
  ])
})

/** What a metadata server, or something at its address, may say instead of a usable token. */
const BAD: Readonly<Record<string, (nowSeconds: number) => Reply>> = {
  'no Metadata-Flavor': (now) => ({ ...sound(now), flavor: null }),
  'another Metadata-Flavor': (now) => ({ ...sound(now), flavor: 'Other' }),
  'another audience': (now) => sound(now, 3600, { aud: 'https://other.example.com' }),
  'several audiences': (now) => sound(now, 3600, { aud: [AUDIENCE, 'https://other.example.com'] }),
  'audience with a slash': (now) => sound(now, 3600, { aud: `${AUDIENCE}/` }),
  'no audience': (now) => sound(now, 3600, { aud: undefined }),
  expired: (now) => sound(now, -1),
  'expires within ten seconds': (now) => sound(now, 9),
  'no expiry': (now) => sound(now, 3600, { exp: undefined }),
  'expiry as text': (now) => sound(now, 3600, { exp: '9999999999' }),
  'html page': () => ({ body: '<html>sign in to the network</html>' }),
  json: () => ({ body: '{"token":"x"}' }),
  garbage: () => ({ body: '\u0000\u00ff..' }),
  empty: () => ({ body: '' }),
  'three dots': () => ({ body: '...' }),
  'line end and another header': (now) => ({ body: `${sound(now).body}\r\nx-forged: 1` }),
  'space within': (now) => ({ body: `${sound(now).body} x` }),
  'two tokens': (now) => ({ body: `${sound(now).body}\n${sound(now).body}` }),
  'an access token': () => ({ body: 'ya29.c.abcdef' }),
  'not found': () => ({ status: 404, body: 'not found' }),
  forbidden: () => ({ status: 403, body: 'forbidden' }),
  'server error': () => ({ status: 500, body: 'error' }),
  redirect: () => ({ status: 302, body: '' }),
  reset: () => ({ body: 'reset' })
}

t.test('id tokens: what is no token for the audience is not used, and no failure shows it', async (t) => {
  for (const [name, reply] of Object.entries(BAD)) {
    const { slot, failures } = await startMachine(t, reply)
    const result = await slot.get()
    t.equal(result.kind, 'failed', name)
    t.equal(slot.current(), null, name)
    t.equal(failures.length, 1, name)
    t.notMatch(JSON.stringify(failures), /c2lnbmF0dXJl|eyJ/, name)
  }
  const { slot } = await startMachine(t, (now) => sound(now, 11))
  t.equal((await slot.get()).kind, 'token', 'control')
})

t.test('id tokens: while the old one lives, bad answers keep it, a good one replaces it', async (t) => {
  for (const [name, reply] of Object.entries(BAD)) {
    const machine = await startMachine(t, sound)
    const old = brief(await machine.slot.get())
    machine.advance(3400)
    machine.state.reply = reply
    t.equal(machine.slot.current(), old, `${name}: renewed in the background`)
    t.equal(brief(await machine.slot.get()), old, name)
    while (machine.failures.length === 0) await new Promise((resolve) => setImmediate(resolve))
    t.equal(machine.slot.current(), old, name)
    machine.advance(60)
    machine.state.reply = sound
    t.equal(machine.slot.current(), old, name)
    while (machine.slot.current() === old) await new Promise((resolve) => setImmediate(resolve))
    t.match(machine.slot.current(), /^eyJ/, name)
    t.equal(machine.requests.length, 3, name)
  }
})

t.test('id tokens: one that claims to live longer than an hour is renewed after one', async (t) => {
  const forever = {
    body: `e30.${Buffer.from(`{"aud":"${AUDIENCE}","exp":1e999}`).toString('base64url')}.c2lnbmF0dXJl`
  }
  for (const reply of [() => forever, (now: number) => sound(now, 1e9)]) {
    const machine = await startMachine(t, reply)
    t.equal((await machine.slot.get()).kind, 'token')
    machine.advance(3595)
    t.equal(machine.slot.current(), null)
  }
})

t.test('id tokens: 1,000 requests at once, one fetch, and one more for each audience', async (t) => {
  standIn.calls.reset()
  const tokens = standInTokens({ kind: 'key', account: readServiceAccount(standIn) })
  const all = await Promise.all(Array.from({ length: 1000 }, () => tokens.of(AUDIENCE).get()))
  t.equal(new Set(all.map(brief)).size, 1)
  t.match(standIn.calls, { oauthToken: 1 })
  await tokens.of('https://other.example.com').get()
  t.match(standIn.calls, { oauthToken: 2 })
})
