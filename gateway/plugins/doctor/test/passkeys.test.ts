import t from 'tap'
import type { InjectedFault } from '../../../stand-in/server/faults.ts'
import type { ProviderSettings } from '../../../stand-in/settings.ts'
import { type Examined, sayFinding, startDoctor } from '../../../test/fixtures/commands/doctor.ts'

const refusal = (status: number, message: string): InjectedFault => ({ kind: 'error', status, message })

const say = (examined: Examined) => sayFinding(examined, 'PASSKEYS')

const { standIn, examine } = await startDoctor(t)
const { faults, settings } = standIn
t.beforeEach(() => {
  faults.reset()
  settings.reset()
})

const PUBLIC_URL = 'https://app.example.com'
const OFFERED = { GATEHOUSE_PUBLIC_URL: PUBLIC_URL, GATEHOUSE_LOGIN_METHODS_PASSKEY: 'button' }
const OFF = { GATEHOUSE_PUBLIC_URL: PUBLIC_URL }
const GOOD = { rpId: 'example.com', expectedOrigins: [PUBLIC_URL] }
const NO_CREDENTIALS = { GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: '' }

interface Row {
  title: string
  set?: Partial<ProviderSettings>
  faults?: Record<string, InjectedFault>
  env?: Record<string, string>
  says: RegExp
}

const ROWS: readonly Row[] = [
  { title: 'valid settings', says: /^ok RP ID example.com; origins https:\/\/app.example.com$/ },
  {
    title: 'an origin without its scheme, or with a final slash',
    set: {
      passkeys: { rpId: 'example.com', expectedOrigins: ['app.example.com', 'https://app.example.com/'] }
    },
    says: /^ok /
  },
  {
    title: 'no settings, or a project without access',
    set: { passkeys: null },
    says: /^fail refused: 400 PASSKEY_NOT_ENABLED \| passkeys are not set up .*passkeyConfig.*login.methods.passkey: off$/
  },
  {
    title: 'a provider without that call',
    faults: { passkeySignInStart: refusal(404, 'Not found.') },
    says: /^fail refused: 404 .*does not have passkeys for this project/
  },
  {
    title: 'an RP ID of another site',
    set: { passkeys: { ...GOOD, rpId: 'demo-doctor.firebaseapp.com' } },
    says: /^fail .*belong to demo-doctor.firebaseapp.com, and app.example.com is neither it nor a subdomain/
  },
  {
    title: 'an RP ID with only a similar ending',
    set: { passkeys: { ...GOOD, rpId: 'ample.com' } },
    says: /^fail .*app.example.com is neither it nor a subdomain/
  },
  {
    title: 'another RP ID than configured',
    env: { GATEHOUSE_LOGIN_PASSKEYS_RELYING_PARTY_ID: 'app.example.com' },
    says: /^fail .*relyingPartyId is app.example.com, so passkeys are not offered \| write example.com, or null$/
  },
  {
    title: 'a missing origin',
    set: { passkeys: { rpId: 'example.com', expectedOrigins: ['https://www.example.com'] } },
    says: /^fail .*expectedOrigins of the project lacks https:\/\/app.example.com/
  },
  {
    title: 'a missing tenant host',
    env: { GATEHOUSE_IDENTITY_PLATFORM_TENANTS: '{"acme.example.com":"acme-x1"}' },
    says: /^fail .*lacks https:\/\/acme.example.com: /
  },
  {
    title: 'a tenant with separate settings',
    set: { tenantPasskeys: { 'acme-x1': { rpId: 'acme.example.com', expectedOrigins: [PUBLIC_URL] } } },
    env: { GATEHOUSE_IDENTITY_PLATFORM_TENANT_ID: 'acme-x1' },
    says: /^fail RP ID acme.example.com; .*belong to acme.example.com/
  },
  {
    title: 'no credentials, but the RP ID',
    env: NO_CREDENTIALS,
    says: /^ok RP ID example.com; origins unknown: reading the project settings/
  },
  {
    title: 'settings that these credentials may not read',
    faults: { passkeyConfig: refusal(403, 'PERMISSION_DENIED') },
    says: /^ok RP ID example.com; origins unknown: 403 .*firebaseauth.configs.get/
  },
  {
    title: 'an API key that is refused',
    faults: { identityToolkit: refusal(400, 'API key not valid. Please pass a valid API key.') },
    says: /^skip .*see API_KEY$/
  },
  {
    title: 'the emulator',
    env: {
      GATEHOUSE_PUBLIC_URL: 'http://localhost:8080',
      GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: new URL(standIn.url).host
    },
    says: /^skip the emulator accepts any passkey/
  }
]

t.test('doctor: finds each setting that keeps passkeys of the login page from working', async (t) => {
  for (const { title, set, faults: injected = {}, env = {}, says } of ROWS) {
    faults.reset()
    settings.reset()
    Object.assign(settings, { passkeys: GOOD }, set)
    Object.assign(faults, injected)
    t.match(say(await examine({ ...OFFERED, ...env })), says, title)
  }
})

t.test('doctor: disabled passkeys are checked only with --passkeys', async (t) => {
  settings.passkeys = { ...GOOD, expectedOrigins: ['https://www.example.com'] }
  const before = standIn.calls.passkeySignInStart
  t.match(say(await examine(OFF)), /^skip login.methods.passkey is off; use --passkeys to check anyway$/)
  t.equal(standIn.calls.passkeySignInStart, before, 'control: no provider call')
  const probed = await examine(OFF, ['--passkeys'])
  t.match(say(probed), /^warn RP ID example.com; .*enrolment requires an id token, as expected \| .*lacks/)
  t.equal(probed.findings.PASSKEYS?.status, 'warn', 'no failure for an unused feature')
  settings.passkeys = null
  t.match(say(await examine(OFF, ['--passkeys'])), /^warn refused: 400 PASSKEY_NOT_ENABLED/)
})

t.test('doctor: --passkeys finds hosts that cannot have them', async (t) => {
  settings.passkeys = GOOD
  const says = async (publicUrl: string) =>
    say(await examine({ GATEHOUSE_PUBLIC_URL: publicUrl }, ['--passkeys']))
  t.match(await says('http://app.example.com'), /^fail .*needs https, but `publicUrl` is http:/)
  t.match(await says('https://192.0.2.1'), /^fail .*192.0.2.1 is an IP address/)
  t.match(await says(PUBLIC_URL), /^ok /, 'control')
})

t.test('doctor: --passkeys changes no setting of the project and creates no passkey', async (t) => {
  settings.passkeys = GOOD
  standIn.accounts.create({ uid: 'alice', email: 'alice@example.com' })
  await examine(OFFERED, ['--passkeys'])
  t.strictSame(settings.passkeys, GOOD)
  t.notOk(standIn.accounts.get('alice')?.passkeyIds?.length)
  t.equal(standIn.calls.passkeyEnrollmentFinalize + standIn.calls.passkeySignInFinalize, 0)
})
