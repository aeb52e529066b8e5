import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createApplications } from '../../src/access/applications.ts'
import { createTenancy } from '../../src/access/tenancy.ts'
import { loadConfig } from '../../src/config/load.ts'
import { packagePath } from '../../src/config/package-files.ts'
import { createIdentityPlatform } from '../../src/identity-platform/identity-platform.ts'
import { createSessions } from '../../src/session/sessions.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { forgeSignature } from '../fixtures/session/session-cookie.ts'
import { cookieHeader } from '../fixtures/session/sessions.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

/** A session cookie as an earlier release encrypted it. */
interface KeptCookie {
  title: string
  /** Keys of the configuration that it was created with. */
  config: Record<string, unknown>
  subject: string
  startedAtSeconds: number
  activeAtSeconds: number | null
  refreshToken: string
  header: string
}

interface KeptCookies {
  nowSeconds: number
  signatureKeys: string[]
  jwks: object
  cookies: KeptCookie[]
  foreign: KeptCookie[]
}

const HOUR = 3600
const DAY = 24 * HOUR

const keptPath = (...names: string[]) =>
  packagePath('gateway', 'test', 'fixtures', 'releases', '0.1.0', ...names)
const kept: KeptCookies = JSON.parse(readFileSync(keptPath('cookies.json'), 'utf8'))

const keys = await startUpstream((_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.setHeader('cache-control', 'public, max-age=86400')
  response.end(JSON.stringify(kept.jwks))
})
t.teardown(() => keys.close())

/** Sessions of this version with keys and time of a stored cookie. `ageSeconds`: since encryption. */
function openSessions(t: Test, { config: made }: Pick<KeptCookie, 'config'>, ageSeconds = 0) {
  const config = testConfig({
    'cookie.signatureKeys': kept.signatureKeys,
    'identityPlatform.endpoints': { certificates: keys.url },
    ...made
  })
  const now = () => kept.nowSeconds + ageSeconds
  const platform = createIdentityPlatform({
    settings: config.identityPlatform,
    credentials: null,
    publicOrigin: new URL(config.publicUrl).origin,
    tenantIds: createTenancy(config, createApplications(config)).tenantIds,
    now
  })
  const sessions = createSessions({ config, platform, now })
  t.teardown(async () => {
    await sessions.close()
    await platform.close()
  })
  return sessions.at(new URL(config.publicUrl).origin)
}

for (const one of kept.cookies) {
  t.test(`cookies of 0.1.0: ${one.title}, read as the original session`, async (t) => {
    const { checker, cookie } = openSessions(t, one)
    const check = await checker.check(one.header)
    t.match(check, { kind: 'signed-in', session: { subject: one.subject } })
    const reading = cookie.read(one.header)
    const { startedAtSeconds, activeAtSeconds, refreshToken } = one
    t.match(reading.kind === 'present' && cookie.open(reading), {
      kind: 'open',
      state: { id: null, startedAtSeconds, activeAtSeconds, refreshToken }
    })
    t.match(
      await checker.check(forgeSignature(one.header)),
      { kind: 'signed-out', code: 'INVALID_COOKIE_SIGNATURE' },
      'control'
    )
  })
}

t.test('cookies of 0.1.0: with a removed key or another name, there is no session', async (t) => {
  const codes = []
  for (const one of kept.foreign) {
    const check = await openSessions(t, one).checker.check(one.header)
    codes.push([one.title, 'code' in check ? check.code : check.kind])
  }
  t.same(codes, [
    ['a key that is in the list no more', 'INVALID_COOKIE_SIGNATURE'],
    ['another name', 'MISSING_CREDENTIALS']
  ])
})

t.test('cookies of 0.1.0: reissued in the format of this version, it is the same session', async (t) => {
  const idle = kept.cookies.find(({ activeAtSeconds }) => activeAtSeconds !== null)
  if (idle === undefined) throw new Error('no cookie with an idle limit is kept')
  const { checker } = openSessions(t, idle, 600)
  const check = await checker.check(idle.header)
  const setCookies = check.kind === 'signed-in' ? check.setCookies : []
  t.match(setCookies, [/^gatehouse=2~1~/])
  t.match(await checker.check(cookieHeader(setCookies)), {
    kind: 'signed-in',
    session: { subject: 'ada', startedAtSeconds: idle.startedAtSeconds }
  })
})

t.test('cookies of 0.1.0: an expired one, or one that cannot be refreshed, is ended', async (t) => {
  const [plain, ...others] = kept.cookies
  const unrefreshable = others.find(({ refreshToken }) => refreshToken === '')
  if (plain === undefined || unrefreshable === undefined) throw new Error('cookies are missing')
  const over = await openSessions(t, plain, 15 * DAY).checker.check(plain.header)
  t.match(over, { kind: 'ended', code: 'SESSION_EXPIRED', setCookies: [/^gatehouse=;.*Max-Age=0/] })
  const stale = await openSessions(t, unrefreshable, HOUR + 1).checker.check(unrefreshable.header)
  t.match(stale, { kind: 'signed-out', code: 'MISSING_REFRESH_TOKEN' })
})

/** The warnings of this version about each configuration, by the words before the colon. */
const CONFIGURATIONS: Readonly<Record<string, readonly string[]>> = {
  'example.yaml': [],
  'kubernetes.yaml': ['upstream.url'],
  'readme.yaml': []
}

/** A folder for the files that a configuration names, filled with content. */
function fillFolder(t: Test): string {
  const folder = t.testdir()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"></svg>'
  const files = {
    'api-key': 'key',
    'gatehouse-api-key': 'key',
    'signature-keys': kept.signatureKeys.join('\n'),
    'gatehouse-signature-keys': kept.signatureKeys.join('\n'),
    'acme.svg': svg,
    'logo.svg': svg,
    'logo-dark.svg': svg
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

for (const [name, expected] of Object.entries(CONFIGURATIONS)) {
  t.test(`configurations of 0.1.0: ${name} is accepted with the known warnings`, async (t) => {
    const folder = fillFolder(t)
    const text = readFileSync(keptPath(name), 'utf8')
    const file = join(folder, name)
    writeFileSync(file, text.replaceAll(/\/run\/secrets(\/gatehouse(?=\/))?|\/etc\/gatehouse/g, folder))
    const loaded = loadConfig({ file, env: {} })
    if (loaded.kind === 'invalid') {
      t.same(loaded.problems, [])
      return
    }
    t.same(
      loaded.warnings.map((warning) => warning.split(': ', 1)[0]),
      expected
    )
    writeFileSync(file, text.replaceAll('publicUrl', 'publicURL'))
    t.equal(loadConfig({ file, env: {} }).kind, 'invalid', 'control')
  })
}

t.test('configurations of 0.1.0: the variables of compose.yaml are accepted', async (t) => {
  const env = {
    ...JSON.parse(readFileSync(keptPath('compose.json'), 'utf8')),
    GATEHOUSE_COOKIE_SIGNATURE_KEYS: createHash('sha256').update('openssl rand -hex 32').digest('hex')
  }
  const loaded = loadConfig({ file: null, env })
  if (loaded.kind === 'invalid') t.same(loaded.problems, [])
  else
    t.same(
      new Set(loaded.warnings.map((warning) => warning.split(': ', 1)[0])),
      new Set(['upstream.url', 'identityPlatform.emulatorHost'])
    )
})
