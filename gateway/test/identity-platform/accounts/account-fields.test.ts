import fc from 'fast-check'
import t, { type Test } from 'tap'
import { RESERVED_CLAIMS } from '../../../src/config/defaults.ts'
import {
  buildChanges,
  checkChanges,
  checkKey,
  checkNewAccount
} from '../../../src/identity-platform/accounts/account-fields.ts'
import type { AccountResult, Accounts } from '../../../src/identity-platform/accounts/accounts.ts'
import { startProvider } from '../../fixtures/provider/provider.ts'
import { failureOf } from '../../fixtures/provider/provider-calls.ts'

type Members = Record<string, unknown>
type Row = readonly [name: string, value: unknown, why: string | RegExp]

/** Calls with unchecked arguments, as they come from a file or the command line. */
function callLoosely(accounts: Accounts) {
  return {
    lookUp: (key: Members) => accounts.lookUp(key as never),
    create: (account: Members) => accounts.create(account),
    update: (changes: Members, uid: unknown = 'alice') => accounts.update(uid as never, changes),
    delete: (uid: unknown) => accounts.delete(uid as never),
    revoke: (uid: unknown, seconds: unknown) => accounts.revoke(uid as never, seconds as never),
    list: async (options: Members) => (await accounts.list(options).next()).value ?? { kind: 'none' }
  }
}

const { standIn, platform } = await startProvider(t, { withCredentials: true })
const call = callLoosely(platform.accountsOf(null))

/** A custom claim whose JSON has this many characters in all. */
const claimsOf = (chars: number, letter = 'x') => ({ k: letter.repeat(chars - '{"k":""}'.length) })
const circle: Members = {}
circle.self = circle

const UIDS: readonly unknown[] = [
  '',
  'x'.repeat(129),
  7,
  null,
  undefined,
  {},
  ['alice'],
  true,
  'a\ud800',
  '\udc00b'
]

const EMAIL = 'email: must be something@something'
const EMAILS: readonly unknown[] = [
  '',
  'a',
  '@',
  'a@',
  '@b',
  'a@b@c',
  'a b@c',
  'a@b c',
  ' a@b',
  'a@b\n',
  7,
  ['a@b'],
  {}
]

const PHONE = 'phoneNumber: must be E.164, such as +15555550100'
const PHONES: readonly unknown[] = [
  '',
  '15555550100',
  '+',
  '+0155555501',
  '+1',
  '+1555555010012345',
  '+1 555 555 0100',
  '+1-555-555-0100',
  '+1555555O100',
  '+15555550100 ',
  '+15555550100\n',
  'tel:+15555550100',
  15555550100,
  ['+15555550100']
]

/** Invalid both in a new account and in a change. */
const PROFILE: readonly Row[] = [
  ...EMAILS.map((value): Row => ['email', value, EMAIL]),
  ...PHONES.map((value): Row => ['phoneNumber', value, PHONE]),
  ['password', '12345', 'password: must have at least 6 characters'],
  ['password', '', 'password: must have at least 6 characters'],
  ['password', 123456, 'password: must have at least 6 characters'],
  ['photoURL', '', 'photoURL: must be an http or https URL'],
  ['photoURL', 'a.png', 'photoURL: must be an http or https URL'],
  ['photoURL', 'data:image/png;base64,AAAA', 'photoURL: must be an http or https URL'],
  ['photoURL', 'javascript:alert(1)', 'photoURL: must be an http or https URL'],
  ['photoURL', '/a.png', 'photoURL: must be an http or https URL'],
  ['photoURL', 'https://', 'photoURL: must be an http or https URL'],
  ['photoURL', 7, 'photoURL: must be an http or https URL'],
  ['displayName', '', 'displayName: must be a text that is not empty'],
  ['displayName', 7, 'displayName: must be a text that is not empty'],
  ['emailVerified', 'true', 'emailVerified: must be true or false'],
  ['emailVerified', null, 'emailVerified: must be true or false'],
  ['disabled', 0, 'disabled: must be true or false'],
  ['disabled', null, 'disabled: must be true or false'],
  ['displayname', 'Alice', 'displayname: is not known'],
  ['photoUrl', 'https://a.example/', 'photoUrl: is not known'],
  ['localId', 'alice', 'localId: is not known'],
  ['tenantId', 'acme', 'tenantId: is not known'],
  ['constructor', 'x', 'constructor: is not known']
]

const NEW_ACCOUNT: readonly Row[] = [
  ...UIDS.filter((uid) => uid !== undefined).map(
    (uid): Row => ['uid', uid, 'uid: must be 1 to 128 characters']
  ),
  ...PROFILE,
  ...['email', 'displayName', 'photoURL', 'phoneNumber', 'password'].map(
    (name): Row => [name, null, new RegExp(`^${name}: must`)]
  ),
  ['customClaims', { role: 'admin' }, 'customClaims: is not known'],
  ['validSinceSeconds', 7, 'validSinceSeconds: is not known'],
  ['secondFactors', null, 'secondFactors: is not known']
]

const CHANGES: readonly Row[] = [
  ...PROFILE,
  ['uid', 'bob', 'uid: is not known'],
  ...[...RESERVED_CLAIMS].map(
    (claim): Row => ['customClaims', { [claim]: 1 }, `custom claims: reserved names: ${claim}`]
  ),
  ['customClaims', { sub: 1, ok: 1, firebase: 1 }, 'custom claims: reserved names: sub, firebase'],
  ['customClaims', [], 'custom claims: must be an object'],
  ['customClaims', [null], 'custom claims: must be an object'],
  ['customClaims', '{"role":"admin"}', 'custom claims: must be an object'],
  ['customClaims', 7, 'custom claims: must be an object'],
  ['customClaims', true, 'custom claims: must be an object'],
  ['customClaims', { big: 1n }, 'custom claims: hold a value that JSON cannot'],
  ['customClaims', circle, 'custom claims: hold a value that JSON cannot'],
  ['customClaims', claimsOf(1001), 'custom claims: 1001 characters of JSON, 1000 are allowed'],
  ['customClaims', claimsOf(1001, 'ü'), 'custom claims: 1001 characters of JSON, 1000 are allowed'],
  ...['7', -1, Number.NaN, Number.POSITIVE_INFINITY, 1_800_000_000_000, 1n, null].map(
    (value): Row => ['validSinceSeconds', value, 'validSinceSeconds: must be epoch seconds']
  ),
  ['secondFactors', [], 'secondFactors: must be null'],
  ['removePasskeys', null, /^removePasskeys: must/],
  ['removePasskeys', 'id', /^removePasskeys: must/],
  ['removePasskeys', ['id', ''], /^removePasskeys: must/],
  ['removePasskeys', ['id', 7], /^removePasskeys: must/]
]

/** Each row fails as an invalid argument with its reason, and makes no provider call. */
async function refusesEach(
  t: Test,
  rows: readonly Row[],
  ask: (name: string, value: unknown) => Promise<{ kind: string }>
): Promise<void> {
  standIn.calls.reset()
  for (const [name, value, why] of rows) {
    const failure = failureOf(await ask(name, value))
    const expected = { kind: 'caller', code: 'INVALID_ARGUMENT', detail: why }
    t.match(failure, expected, `${name}: ${describe(value)}`)
    t.notOk(failure && 'status' in failure)
  }
  t.equal(standIn.calls.total(), 0, 'no provider call')
}

function describe(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value).slice(0, 40)
}

t.test('account fields: every call refuses an invalid uid', async (t) => {
  const rows = UIDS.map((uid): Row => ['uid', uid, 'uid: must be 1 to 128 characters'])
  await refusesEach(t, rows, (_name, uid) => call.lookUp({ uid }))
  await refusesEach(t, rows, (_name, uid) => call.update({ disabled: true }, uid === undefined ? null : uid))
  await refusesEach(t, rows, (_name, uid) => call.delete(uid))
  await refusesEach(t, rows, (_name, uid) => call.revoke(uid, 1))
})

t.test('account fields: a look-up with an invalid key is refused', async (t) => {
  await refusesEach(
    t,
    [
      ...[...EMAILS, null, undefined].map((value): Row => ['email', value, EMAIL]),
      ...[...PHONES, null, undefined].map((value): Row => ['phoneNumber', value, PHONE]),
      ['localId', 'alice', 'localId: is not known'],
      ['displayName', 'Alice', 'displayName: is not known'],
      ['toString', 'x', 'toString: is not known']
    ],
    (name, value) => call.lookUp({ [name]: value })
  )
  const NOT_ONE = 'key: must be one of uid, email and phoneNumber'
  await refusesEach(
    t,
    [
      ['no key', {}, NOT_ONE],
      ['two keys', { uid: 'alice', email: 'alice@example.com' }, NOT_ONE],
      ['two keys, one of them empty', { uid: 'alice', email: undefined }, NOT_ONE]
    ],
    (_name, key) => call.lookUp(Object(key))
  )
})

t.test('account fields: a new account with one invalid member is refused', async (t) => {
  await refusesEach(t, NEW_ACCOUNT, (name, value) => call.create({ [name]: value }))
  await refusesEach(t, NEW_ACCOUNT, (name, value) => call.create({ email: 'new@example.com', [name]: value }))
})

t.test('account fields: a change with one invalid member is refused', async (t) => {
  await refusesEach(t, CHANGES, (name, value) => call.update({ [name]: value }))
  await refusesEach(t, CHANGES, (name, value) => call.update({ disabled: true, [name]: value }))
})

t.test('account fields: a change without any member is refused', async (t) => {
  const rows: readonly Row[] = [
    ['nothing', {}, 'nothing to change'],
    ['nothing but names', { email: undefined, customClaims: undefined }, 'nothing to change']
  ]
  await refusesEach(t, rows, (_name, changes) => call.update(Object(changes)))
})

t.test('account fields: a revocation without a valid time is refused', async (t) => {
  const rows = [Number.NaN, -1, '1', null, undefined].map(
    (value): Row => [
      'validSinceSeconds',
      value,
      value === undefined ? 'nothing to change' : /^validSinceSeconds/
    ]
  )
  await refusesEach(t, rows, (_name, seconds) => call.revoke('alice', seconds))
})

t.test('account fields: a page size outside 1 to 1000 is refused', async (t) => {
  const rows = [0, 1001, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '10', null].map(
    (value): Row => ['pageSize', value, 'pageSize: must be 1 to 1000']
  )
  await refusesEach(t, rows, (_name, pageSize) => call.list({ pageSize }))
  for (const pageSize of [1, 1000, undefined]) t.match(await call.list({ pageSize }), { kind: 'page' })
})

t.test('account fields: without credentials, an invalid argument is still reported as such', async (t) => {
  const { platform } = await startProvider(t)
  const accounts = platform.accountsOf(null)
  t.match(await accounts.lookUp({ uid: '' }), { failure: { kind: 'caller', code: 'INVALID_ARGUMENT' } })
  t.match(await accounts.lookUp({ uid: 'alice' }), { failure: { kind: 'configuration' } })
})

t.test('account fields: a look-up with any valid key reaches the provider', async (t) => {
  const keys = [
    { uid: 'x' },
    { uid: 'x'.repeat(128) },
    { uid: '😀'.repeat(64) },
    { uid: 'ü/😀 x' },
    { email: 'a@b' },
    { email: 'ALICE+tag@exämple.com' },
    { email: "o'neill@[192.0.2.1]" },
    { phoneNumber: '+15' },
    { phoneNumber: '+155555501001234' }
  ]
  standIn.calls.reset()
  for (const key of keys) {
    const result: AccountResult = await call.lookUp(key)
    t.match(result, { failure: { code: 'USER_NOT_FOUND' } }, describe(Object.values(key)[0]))
  }
  t.equal(standIn.calls.lookup, keys.length)
})

t.test('account fields: changes at the limits of what is allowed are made', async (t) => {
  const rows: readonly Members[] = [
    { password: '123456' },
    { email: 'a@b' },
    { phoneNumber: '+155555501001234' },
    { customClaims: claimsOf(1000) },
    // 1000 characters that are 1992 bytes: the documentation speaks of bytes, the provider counts characters.
    { customClaims: claimsOf(1000, 'ü') },
    { customClaims: { role: null, nested: { sub: 'free', iss: [null] } } },
    { customClaims: { Sub: 1, 'sub ': 1, email: 'x' } },
    { customClaims: {} },
    { customClaims: null },
    { validSinceSeconds: 0 },
    { validSinceSeconds: 253_402_300_799 },
    { secondFactors: null },
    { removePasskeys: [] },
    { disabled: false, email: undefined }
  ]
  const uid = standIn.accounts.create({})
  for (const changes of rows) {
    t.strictSame(await call.update(changes, uid), { kind: 'done' }, JSON.stringify(changes).slice(0, 80))
  }
  t.equal(Buffer.byteLength(JSON.stringify(claimsOf(1000, 'ü'))), 1992)
})

t.test('account fields: the reserved claims are the sixteen of the provider', async (t) => {
  t.equal(RESERVED_CLAIMS.size, 16)
  for (const name of ['email', 'name', 'role', 'toString', '__proto__', 'AUD'])
    t.notOk(RESERVED_CLAIMS.has(name))
})

const jsonClaims = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 })

t.test(
  'account fields: any accepted claims arrive as the same JSON, which has at most 1000 characters',
  async () => {
    fc.assert(
      fc.property(jsonClaims, (customClaims) => {
        if (checkChanges({ customClaims }) !== null) return true
        const body = JSON.parse(JSON.stringify(buildChanges('alice', { customClaims })))
        const names = Object.keys(customClaims)
        return (
          body.customAttributes.length <= 1000 &&
          body.customAttributes === JSON.stringify(customClaims) &&
          !names.some((name) => RESERVED_CLAIMS.has(name))
        )
      })
    )
  }
)

t.test('account fields: any input is accepted or refused, and never throws', async () => {
  const members = fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom('uid', 'email', 'secondFactors', 'removePasskeys', 'customClaims')),
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true })
  )
  fc.assert(
    fc.property(members, (input) => {
      const problems = [checkKey(input as never), checkNewAccount(input), checkChanges(input)]
      return problems.every((problem) => problem === null || typeof problem.message === 'string')
    }),
    { numRuns: 500 }
  )
})

t.test(
  'account fields: any accepted new account has only members that the provider knows (ASVS 15.3.3)',
  async (t) => {
    const profile = {
      uid: 'u',
      email: 'a@b',
      emailVerified: true,
      displayName: 'A',
      photoURL: 'https://a.example/',
      phoneNumber: '+15555550199',
      password: 'secret1',
      disabled: true
    }
    const { platform, standIn } = await startProvider(t, { withCredentials: true })
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.subarray(Object.entries(profile)), async (entries) => {
        const account = Object.fromEntries(entries)
        const created = await platform.accountsOf(null).create(account)
        if (created.kind === 'created') standIn.accounts.delete(created.uid)
        count += 1
        return created.kind === 'created'
      }),
      { numRuns: 50 }
    )
    t.equal(standIn.calls.create, count)
  }
)
