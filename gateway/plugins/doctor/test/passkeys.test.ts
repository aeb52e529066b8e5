import t from 'tap'
import type { InjectedFault } from '../../../stand-in/server/faults.ts'
import type { ProviderSettings } from '../../../stand-in/settings.ts'
import { startDoctor } from './fixtures/doctor.ts'

const refusal = (status: number, message: string): InjectedFault => ({ kind: 'error', status, message })
const { standIn, examine } = await startDoctor(t)
const { faults, settings } = standIn
const find = async (env: Record<string, string>, args: string[] = []) =>
  (await examine(env, args)).said.PASSKEYS

const PUBLIC_URL = 'https://app.example.com'
const PLATFORM = 'GATEHOUSE_IDENTITY_PLATFORM'
const OFFERED = { GATEHOUSE_PUBLIC_URL: PUBLIC_URL, GATEHOUSE_LOGIN_METHODS_PASSKEY: 'button' }
const OFF = { GATEHOUSE_PUBLIC_URL: PUBLIC_URL }
const GOOD = { rpId: 'example.com', expectedOrigins: [PUBLIC_URL] }

interface Changes {
  set?: Partial<ProviderSettings>
  faults?: Record<string, InjectedFault>
  env?: Record<string, string>
}

const withPasskeys = (changes: Partial<typeof GOOD> | null): Changes => ({
  set: { passkeys: changes && { ...GOOD, ...changes } }
})

const refused = (name: string, status: number, message: string): Changes => ({
  faults: { [name]: refusal(status, message) }
})
const ofTenant = { tenantPasskeys: { 'acme-x1': { ...GOOD, rpId: 'acme.example.com' } } }
const emulated = { [`${PLATFORM}_EMULATOR_HOST`]: new URL(standIn.url).host }

const ROWS: readonly [Changes, says: RegExp][] = [
  [{}, /^ok RP ID example.com; origins https:\/\/app.example.com$/],
  [withPasskeys({ expectedOrigins: ['app.example.com'] }), /^ok .*origins app.example.com$/],
  [withPasskeys({ expectedOrigins: ['https://app.example.com/'] }), /^ok /],
  [
    withPasskeys(null),
    /^fail refused: 400 PASSKEY_NOT_ENABLED \| passkeys are not set up .*passkeyConfig.*login.methods.passkey: off$/
  ],
  [refused('passkeySignInStart', 404, 'Not found.'), /^fail refused: 404 .*does not have passkeys for this/],
  [
    withPasskeys({ rpId: 'demo-doctor.firebaseapp.com' }),
    /^fail .*belong to demo-doctor.firebaseapp.com, and app.example.com is neither it nor a subdomain/
  ],
  [withPasskeys({ rpId: 'ample.com' }), /^fail .*app.example.com is neither it nor a subdomain/],
  [
    { env: { GATEHOUSE_LOGIN_PASSKEYS_RELYING_PARTY_ID: 'app.example.com' } },
    /^fail .*relyingPartyId is app.example.com, so passkeys are not offered \| write example.com, or null$/
  ],
  [
    withPasskeys({ expectedOrigins: ['https://www.example.com'] }),
    /^fail .*expectedOrigins of the project lacks https:\/\/app.example.com/
  ],
  [
    { env: { [`${PLATFORM}_TENANTS`]: '{"acme.example.com":"acme-x1"}' } },
    /^fail .*lacks https:\/\/acme.example.com: /
  ],
  [
    { set: ofTenant, env: { [`${PLATFORM}_TENANT_ID`]: 'acme-x1' } },
    /^fail RP ID acme.example.com; .*belong to acme.example.com/
  ],
  [
    { env: { [`${PLATFORM}_CREDENTIALS`]: '' } },
    /^ok RP ID example.com; origins unknown: reading the project/
  ],
  [refused('passkeyConfig', 403, 'PERMISSION_DENIED'), /^ok .*; origins unknown: 403 .*auth.configs.get/],
  [refused('identityToolkit', 400, 'API key not valid.'), /^skip .*see API_KEY$/],
  [{ env: { ...emulated, GATEHOUSE_PUBLIC_URL: 'http://localhost:8080' } }, /^skip the emulator accepts any/]
]

t.test('doctor: finds each setting that keeps passkeys of the login page from working', async (t) => {
  for (const [changes, says] of ROWS) {
    faults.reset()
    settings.reset()
    Object.assign(settings, { passkeys: GOOD }, changes.set)
    Object.assign(faults, changes.faults)
    t.match(await find({ ...OFFERED, ...changes.env }), says, says.source)
  }
})

t.test('doctor: disabled passkeys are checked only with --passkeys, and found without failure', async (t) => {
  settings.passkeys = { ...GOOD, expectedOrigins: ['https://www.example.com'] }
  const before = standIn.calls.passkeySignInStart
  t.equal(await find(OFF), 'skip login.methods.passkey is off; use --passkeys to check anyway')
  t.equal(standIn.calls.passkeySignInStart, before, 'control: no provider call')
  const probe = ['--passkeys']
  t.match(
    await find(OFF, probe),
    /^warn RP ID example.com; .*enrolment requires an id token, as expected \| .*lacks/
  )
  settings.passkeys = null
  t.match(await find(OFF, probe), /^warn refused: 400 PASSKEY_NOT_ENABLED/)
  settings.passkeys = GOOD
  const rows: readonly [publicUrl: string, says: RegExp][] = [
    ['http://app.example.com', /^fail .*needs https, but `publicUrl` is http:/],
    ['https://192.0.2.1', /^fail .*192.0.2.1 is an IP address/],
    [PUBLIC_URL, /^ok /]
  ]
  for (const [publicUrl, says] of rows) t.match(await find({ GATEHOUSE_PUBLIC_URL: publicUrl }, probe), says)
})

t.test('doctor: --passkeys changes no setting of the project and creates no passkey', async (t) => {
  settings.passkeys = GOOD
  standIn.accounts.create({ uid: 'alice', email: 'alice@example.com' })
  await examine(OFFERED, ['--passkeys'])
  t.strictSame(settings.passkeys, GOOD)
  t.notOk(standIn.accounts.get('alice')?.passkeyIds?.length)
  t.equal(standIn.calls.passkeyEnrollmentFinalize + standIn.calls.passkeySignInFinalize, 0)
})
