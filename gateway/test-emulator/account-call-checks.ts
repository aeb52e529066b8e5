import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type ChangingAccounts, createChangingAccounts, readPages } from '../plugins/accounts/account.ts'
import type { Changes } from '../plugins/accounts/fields.ts'
import type { UserRecord } from '../src/identity-platform/accounts/user-record.ts'
import { createIdentityPlatform, type IdentityPlatform } from '../src/identity-platform/identity-platform.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { environmentFor, load } from './gateway-under-test.ts'

const PROFILE = { displayName: 'Ada', photoURL: 'https://img.example/ada.png', emailVerified: true } as const

/** Every call on behalf of the project, with the client that gateway and command line share. */
export async function checkAccountCalls(checks: Checks, emulatorHost: string): Promise<void> {
  const platform = openPlatform(emulatorHost)
  try {
    const pools: [string, ChangingAccounts][] = [
      ['project', poolOf(platform, null)],
      ['tenant', poolOf(platform, 'checked-calls')]
    ]
    for (const [name, accounts] of pools) {
      const title = (text: string) => `account calls (${name}): ${text}`
      await checks.check(title('create with every field is found by uid, email and phone'), () =>
        createsAndFinds(accounts)
      )
      await checks.check(title('without a uid, the provider chooses one'), () => choosesUid(accounts))
      await checks.check(title('create of a taken uid, email or phone is refused with the field'), () =>
        refusesTwins(accounts)
      )
      await checks.check(title('update sets and clears every field'), () => updatesAndClears(accounts))
      await checks.check(title('claims are set and cleared'), () => keepsClaims(accounts))
      await checks.check(title('disable, enable and revoke are stored'), () => disablesAndRevokes(accounts))
      await checks.check(title('after delete, the account is not found'), () => deletes(accounts))
      await checks.check(title('list returns all accounts page by page'), () => lists(accounts))
    }
    await checks.check('account calls: pools do not see each other', () => keepsPoolsApart(platform))
    await checks.check('account calls: a custom token is exchanged and refreshed', () => exchanges(platform))
  } finally {
    await platform.close()
  }
}

function openPlatform(emulatorHost: string): IdentityPlatform {
  const env = environmentFor({ mode: 'exchange', emulatorHost, upstreamUrl: 'http://127.0.0.1:3000' }, 8080)
  const tenants = '{"/checked/*":"checked-calls"}'
  const loaded = load({ ...env, GATEHOUSE_IDENTITY_PLATFORM_TENANTS: tenants })
  assert.ok('config' in loaded, JSON.stringify(loaded))
  const settings = loaded.config.identityPlatform
  const now = () => Date.now() / 1000
  return createIdentityPlatform({ settings, credentials: null, budget: 'operator', now })
}

function poolOf(platform: IdentityPlatform, tenantId: string | null): ChangingAccounts {
  return createChangingAccounts(platform.accountsOf(tenantId), { check: () => {}, note: async () => {} })
}

async function createsAndFinds(accounts: ChangingAccounts): Promise<void> {
  const { uid, email, phoneNumber } = buildKeys()
  assert.deepEqual(await accounts.create(uid, { email, phoneNumber, password: 'secret-1', ...PROFILE }), {
    kind: 'created',
    uid
  })
  const record = await find(accounts, uid)
  assert.deepEqual(
    [record.email, record.phoneNumber, record.displayName, record.photoURL, record.emailVerified],
    [email, phoneNumber, PROFILE.displayName, PROFILE.photoURL, true]
  )
  assert.equal(record.disabled, false)
  assert.ok(record.metadata.creationTime !== null)
  assert.ok(!JSON.stringify(record).includes('secret-1'), 'the password was returned')
  for (const key of [{ email: email.toUpperCase() }, { phoneNumber }]) {
    const found = await accounts.lookUp(key)
    assert.equal(found.kind === 'found' && found.record.uid, uid)
  }
  for (const key of [{ uid: 'nobody' }, { email: 'nobody@example.com' }, { phoneNumber: '+15550000000' }])
    assertFailed(await accounts.lookUp(key), 'USER_NOT_FOUND')
}

async function choosesUid(accounts: ChangingAccounts): Promise<void> {
  const created = await accounts.create(undefined, { email: buildKeys().email })
  assert.ok(created.kind === 'created')
  assert.match(created.uid, /^[A-Za-z0-9]{28}$/)
}

async function refusesTwins(accounts: ChangingAccounts): Promise<void> {
  const { uid, email, phoneNumber } = buildKeys()
  await accounts.create(uid, { email, phoneNumber })
  for (const [twinUid, profile, word] of [
    [uid, {}, 'DUPLICATE_LOCAL_ID'],
    [undefined, { email }, 'EMAIL_EXISTS'],
    [undefined, { phoneNumber }, 'PHONE_NUMBER_EXISTS']
  ] as const) {
    assertFailed(await accounts.create(twinUid, profile), 'INVALID_ARGUMENT', word)
  }
}

async function updatesAndClears(accounts: ChangingAccounts): Promise<void> {
  const { uid } = await add(accounts)
  const { email, phoneNumber } = buildKeys()
  await change(accounts, uid, { email, phoneNumber, ...PROFILE, password: 'secret-2' })
  const changed = await find(accounts, uid)
  assert.deepEqual(
    [changed.email, changed.phoneNumber, changed.displayName, changed.photoURL, changed.emailVerified],
    [email, phoneNumber, PROFILE.displayName, PROFILE.photoURL, true]
  )
  await change(accounts, uid, { displayName: null, photoURL: null, phoneNumber: null })
  const cleared = await find(accounts, uid)
  assert.deepEqual([cleared.displayName, cleared.photoURL, cleared.phoneNumber], [null, null, null])
  assert.equal(cleared.email, email)
  assertFailed(await accounts.update('nobody', { displayName: 'x' }), 'USER_NOT_FOUND')
}

async function keepsClaims(accounts: ChangingAccounts): Promise<void> {
  const { uid } = await add(accounts)
  assert.equal((await find(accounts, uid)).customClaims, undefined)
  await change(accounts, uid, { customClaims: { role: 'admin', groups: ['a', 'b'] } })
  assert.deepEqual((await find(accounts, uid)).customClaims, { role: 'admin', groups: ['a', 'b'] })
  await change(accounts, uid, { customClaims: null })
  assert.deepEqual((await find(accounts, uid)).customClaims, {})
  await change(accounts, uid, { customClaims: { text: 'x'.repeat(989) } })
}

async function disablesAndRevokes(accounts: ChangingAccounts): Promise<void> {
  const { uid } = await add(accounts)
  await change(accounts, uid, { disabled: true })
  assert.equal((await find(accounts, uid)).disabled, true)
  await change(accounts, uid, { disabled: false })
  assert.equal((await find(accounts, uid)).disabled, false)
  const seconds = 1_900_000_000.7
  assert.deepEqual(await accounts.revoke(uid, seconds), { kind: 'done' })
  assert.equal((await find(accounts, uid)).tokensValidAfterTime, new Date(1_900_000_000_000).toUTCString())
}

async function deletes(accounts: ChangingAccounts): Promise<void> {
  const { uid } = await add(accounts)
  assert.deepEqual(await accounts.delete(uid), { kind: 'done' })
  assertFailed(await accounts.lookUp({ uid }), 'USER_NOT_FOUND')
  assertFailed(await accounts.delete(uid), 'USER_NOT_FOUND')
}

async function lists(accounts: ChangingAccounts): Promise<void> {
  const uids = await Promise.all([1, 2, 3, 4, 5].map(async () => (await add(accounts)).uid))
  const seen: string[] = []
  let pages = 0
  for await (const records of readPages(Object({ signal: new AbortController().signal }), accounts, 2)) {
    assert.ok(records.length <= 2)
    seen.push(...records.map(({ uid }) => uid))
    pages += 1
  }
  assert.ok(pages >= 3)
  assert.equal(new Set(seen).size, seen.length)
  for (const uid of uids) assert.ok(seen.includes(uid), uid)
}

async function keepsPoolsApart(platform: IdentityPlatform): Promise<void> {
  const [project, tenant] = [poolOf(platform, null), poolOf(platform, 'checked-calls')]
  const [ours, theirs] = [await add(project), await add(tenant)]
  assertFailed(await project.lookUp(theirs), 'USER_NOT_FOUND')
  assertFailed(await tenant.lookUp(ours), 'USER_NOT_FOUND')
  assert.equal((await find(tenant, theirs.uid)).tenantId, 'checked-calls')
  assert.equal((await find(project, ours.uid)).tenantId, null)
}

async function exchanges(platform: IdentityPlatform): Promise<void> {
  for (const tenantId of [null, 'checked-calls']) {
    const { uid } = await add(poolOf(platform, tenantId))
    const signed = await platform.signCustomToken({ uid, tenantId, claims: { source: 'check' } })
    assert.ok(signed.kind === 'signed')
    const exchanged = await platform.tokens.exchange(signed.token, tenantId)
    assert.ok(exchanged.kind === 'tokens', JSON.stringify(exchanged))
    const refreshed = await platform.tokens.refresh(exchanged.tokens.refreshToken)
    assert.ok(refreshed.kind === 'tokens', JSON.stringify(refreshed))
    const standing = await platform.verifyIdToken(refreshed.tokens.idToken)
    assert.ok(standing.kind === 'valid', JSON.stringify(standing))
    assert.deepEqual([standing.claims.sub, standing.claims.firebase.tenant ?? null], [uid, tenantId])
    const found = await platform.accountsOf(tenantId).lookUpByIdToken(refreshed.tokens.idToken, uid)
    assert.equal(found.kind, 'found')
  }
  assertFailed(await platform.tokens.refresh('nonsense'), 'INVALID_CREDENTIALS')
}

function buildKeys(): { uid: string; email: string; phoneNumber: string } {
  const id = randomUUID()
  const digits = BigInt(`0x${id.replaceAll('-', '')}`)
    .toString()
    .slice(0, 10)
  return { uid: `check-${id}`, email: `check-${id}@example.com`, phoneNumber: `+49${digits}` }
}

async function add(accounts: ChangingAccounts): Promise<{ uid: string }> {
  const { uid, email } = buildKeys()
  const created = await accounts.create(uid, { email, password: 'secret-0' })
  assert.equal(created.kind, 'created', JSON.stringify(created))
  return { uid }
}

async function change(accounts: ChangingAccounts, uid: string, changes: Changes): Promise<void> {
  const result = await accounts.update(uid, changes)
  assert.equal(result.kind, 'done', JSON.stringify(result))
}

async function find(accounts: ChangingAccounts, uid: string): Promise<UserRecord> {
  const found = await accounts.lookUp({ uid })
  assert.ok(found.kind === 'found', JSON.stringify(found))
  return found.record
}

type Result = { kind: string } | { kind: 'failed'; failure: { code: string; detail: string } }

function assertFailed(result: Result, code: string, word = ''): void {
  assert.ok('failure' in result, `it passed: ${JSON.stringify(result)}`)
  assert.equal(result.failure.code, code, result.failure.detail)
  assert.ok(result.failure.detail.includes(word), result.failure.detail)
}
