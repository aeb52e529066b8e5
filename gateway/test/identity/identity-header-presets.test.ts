import t from 'tap'
import {
  APPLICATION_PRESETS,
  DEFAULT_IDENTITY_HEADERS,
  IDENTITY_HEADER_PRESETS
} from '../../src/config/defaults.ts'
import { DROPPED_NAMES, DROPPED_PREFIXES } from '../../src/upstream/request-headers.ts'
import { startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'
import {
  cookieHeader,
  PUBLIC_ORIGIN,
  postSession,
  startGateway,
  type TestGateway
} from '../fixtures/gateway.ts'
import { GOOD, load, problemsOf } from '../fixtures/repository/yaml-config.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startEchoUpstream } from '../fixtures/wire/upstream.ts'

const GRACE = { uid: 'grace', email: 'grace@example.com', displayName: 'Grace Höpper' }
const GROUPS = { groups: ['staff', 'a,b'] }
const ASSERTION = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/

/** What the application gets of a visitor who is signed in, by preset. */
const EXPECTED: Readonly<Record<string, Record<string, string | RegExp>>> = {
  authelia: {
    'remote-user': 'grace',
    'remote-groups': 'staff,a%2Cb',
    'remote-name': 'Grace H%C3%B6pper',
    'remote-email': 'grace@example.com'
  },
  'oauth2-proxy': {
    'x-auth-request-user': 'grace',
    'x-auth-request-email': 'grace@example.com',
    'x-auth-request-preferred-username': 'Grace H%C3%B6pper',
    'x-auth-request-groups': 'staff,a%2Cb',
    'x-forwarded-user': 'grace',
    'x-forwarded-email': 'grace@example.com',
    'x-forwarded-preferred-username': 'Grace H%C3%B6pper',
    'x-forwarded-groups': 'staff,a%2Cb'
  },
  iap: {
    'x-goog-authenticated-user-email': 'accounts.google.com:grace@example.com',
    'x-goog-authenticated-user-id': 'accounts.google.com:grace',
    'x-goog-iap-jwt-assertion': ASSERTION
  },
  cloudflare: {
    'cf-access-authenticated-user-email': 'grace@example.com',
    'cf-access-jwt-assertion': ASSERTION
  }
}

const FORGED = Object.fromEntries(
  Object.values(IDENTITY_HEADER_PRESETS).flatMap((headers) =>
    Object.keys(headers).map((name) => [name, 'forged'])
  )
)

/** The headers of a request of the visitor that reach the application; `cookie`: null for a stranger. */
async function headersSeen({ url, upstream }: TestGateway, cookie: string | null, path = '/') {
  upstream.forget()
  await send(`${url}${path}`, { headers: { ...FORGED, ...(cookie === null ? {} : { cookie }) } })
  return upstream.seen[0]?.headers ?? {}
}

t.test('presets of identity headers: each is described by what the application gets', async (t) => {
  t.same(Object.keys(IDENTITY_HEADER_PRESETS), Object.keys(EXPECTED))
})

for (const [preset, expected] of Object.entries(EXPECTED)) {
  t.test(`presets of identity headers: ${preset}, beside the defaults`, async (t) => {
    const gateway = await startGateway(t, {
      config: { identityHeaders: { preset }, 'access.rules': [{ path: '/public', allow: 'public' }] }
    })
    gateway.provider.accounts.create({ ...GRACE, emailVerified: true, customClaims: GROUPS })
    const cookie = await gateway.signIn('grace')
    const headers = await headersSeen(gateway, cookie)
    t.match(headers, expected)
    t.match(headers, { 'x-forwarded-user': 'grace', 'x-gatehouse-assertion': ASSERTION })
    for (const name of Object.keys(expected).filter((name) => expected[name] === ASSERTION))
      t.equal(headers[name], headers['x-gatehouse-assertion'], name)
    const names = [...Object.keys(DEFAULT_IDENTITY_HEADERS), ...Object.keys(expected)]
    for (const name of Object.keys(FORGED).filter((name) => !names.includes(name)))
      t.notOk(Object.hasOwn(headers, name), `${name} is of another preset`)
    const ofStranger = await headersSeen(gateway, null, '/public')
    for (const name of Object.keys(FORGED)) t.notOk(Object.hasOwn(ofStranger, name), `stranger: ${name}`)
  })

  t.test(`presets of identity headers: ${preset}, an unverified email address is not sent`, async (t) => {
    const gateway = await startGateway(t, { config: { identityHeaders: { preset } } })
    gateway.provider.accounts.create({ ...GRACE, emailVerified: false })
    const headers = await headersSeen(gateway, await gateway.signIn('grace'))
    for (const name of Object.keys(expected).filter((name) => name.includes('email')))
      t.notOk(Object.hasOwn(headers, name), name)
  })
}

t.test('presets of applications: what the application reads is sent, nothing of other presets', async (t) => {
  const gateway = await startGateway(t, { config: { identityHeaders: { preset: 'gitea' } } })
  gateway.provider.accounts.create({ ...GRACE, emailVerified: true, customClaims: GROUPS })
  const headers = await headersSeen(gateway, await gateway.signIn('grace'))
  t.match(headers, {
    'remote-user': 'grace',
    'remote-email': 'grace@example.com',
    'x-forwarded-user': 'grace'
  })
  t.notOk(Object.hasOwn(headers, 'remote-groups'))
})

t.test('presets of identity headers: own headers override those of the preset, null removes', async (t) => {
  const identityHeaders = {
    preset: 'authelia',
    'remote-user': 'email',
    'remote-name': null,
    'x-role': 'role'
  }
  const gateway = await startGateway(t, { config: { identityHeaders } })
  gateway.provider.accounts.create({ ...GRACE, emailVerified: true, customClaims: { role: 'admin' } })
  const headers = await headersSeen(gateway, await gateway.signIn('grace'))
  t.match(headers, { 'remote-user': 'grace@example.com', 'x-role': 'admin' })
  for (const name of ['remote-name', 'remote-groups', 'preset']) t.notOk(Object.hasOwn(headers, name), name)
})

t.test('presets of identity headers: clients cannot set them, whatever passHeaders says', async (t) => {
  const isDropped = (name: string) =>
    DROPPED_NAMES.includes(name) || DROPPED_PREFIXES.some((prefix) => name.startsWith(prefix))
  const dir = t.testdir()
  const problemsWith = (name: string, identityHeaders: string) =>
    problemsOf(
      load(dir, `${GOOD}\nidentityHeaders: ${identityHeaders}`, { GATEHOUSE_UPSTREAM_PASS_HEADERS: name })
    )
  const ofApplications = Object.entries(APPLICATION_PRESETS).map(
    ([name, { headers }]) => [name, headers] as const
  )
  for (const [preset, headers] of [...Object.entries(IDENTITY_HEADER_PRESETS), ...ofApplications]) {
    for (const name of Object.keys(headers)) {
      t.ok(isDropped(name), `${name} is removed without the preset too`)
      t.same(problemsWith(name, `{ preset: ${preset} }`), ['upstream.passHeaders[0]'], name)
      t.same(problemsWith(name, `{ preset: ${preset}, ${name}: null }`), [], `${name}, disabled`)
    }
  }
})

t.test('presets of identity headers: per application, in place of the general one', async (t) => {
  const desk = await startEchoUpstream(t)
  const gateway = await startGateway(t, {
    config: {
      applications: [
        { name: 'wiki', upstream: { url: desk.url } },
        { name: 'desk', path: '/desk/*', upstream: { url: desk.url }, identityHeaders: { preset: 'iap' } }
      ],
      identityHeaders: { preset: 'cloudflare' }
    }
  })
  gateway.provider.accounts.create({ ...GRACE, emailVerified: true })
  const host = new URL(PUBLIC_ORIGIN).host
  const { idToken, refreshToken } = await gateway.provider.signIn('grace')
  const cookie = cookieHeader(await postSession(gateway.url, idToken, refreshToken, { host }))
  const seen = async (path: string) => {
    await send(`${gateway.url}${path}`, { headers: { ...FORGED, host, cookie } })
    return desk.seen.at(-1)?.headers ?? {}
  }
  const ofWiki = await seen('/')
  t.match(ofWiki, EXPECTED.cloudflare ?? {})
  t.notOk(Object.hasOwn(ofWiki, 'x-goog-iap-jwt-assertion'))
  const ofDesk = await seen('/desk/')
  t.match(ofDesk, EXPECTED.iap ?? {})
  t.notOk(Object.hasOwn(ofDesk, 'cf-access-jwt-assertion'))
})

t.test('presets of identity headers: a proxy gets all of them, those without a value empty', async (t) => {
  const { ask, enter } = await startAskedGateway(t, { config: { identityHeaders: { preset: 'authelia' } } })
  const signedIn = await ask({ headers: { ...FORGED, cookie: await enter() } })
  t.equal(signedIn.status, 200)
  const { headers } = signedIn
  t.same(
    ['remote-user', 'remote-groups', 'remote-name', 'remote-email'].map((name) => headers.get(name)),
    ['ada', '', 'Ada', 'ada@example.com']
  )
  const stranger = await ask({ url: `${WIKI}/public/x`, headers: FORGED })
  t.equal(stranger.status, 200)
  for (const name of Object.keys(EXPECTED.authelia ?? {})) t.equal(stranger.headers.get(name), '', name)
})

t.test('presets of identity headers: an unknown one is a problem that names those there are', async (t) => {
  const dir = t.testdir()
  for (const preset of ['Authelia', 'constructor', '$assertion', '""', 'x-user']) {
    const loaded = load(dir, `${GOOD}\nidentityHeaders: { preset: ${preset} }`)
    t.same(problemsOf(loaded), ['identityHeaders.preset'], preset)
    if (loaded.kind === 'invalid')
      t.match(loaded.problems[0]?.hint, /authelia, oauth2-proxy, iap, cloudflare/)
  }
  t.same(problemsOf(load(dir, `${GOOD}\nidentityHeaders: { preset: null }`)), [])
})
