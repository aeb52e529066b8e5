import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import type { TestAccount } from './emulator-accounts.ts'
import { assertStatus, type CheckEnvironment } from './environment.ts'
import { createVisitor, upstreamHeaders } from './visitor.ts'

/** Tenants by path: sign-in, refresh and look-ups of their accounts, and what is none of theirs. */
export async function checkTenants(
  environment: CheckEnvironment,
  tenants: readonly [string, string]
): Promise<void> {
  const { checks, gateway, accounts } = environment
  const [acme, umbrella] = tenants
  const title = (text: string) => `tenants (${gateway.mode}): ${text}`
  const signUp = (tenantId: string | null): Promise<TestAccount> =>
    accounts.signUp(tenantId === null ? {} : { tenantId })

  await checks.check(title('own part, passes; the part of another, 401; the session stays'), async () => {
    const account = await signUp(acme)
    const visitor = createVisitor(gateway)
    assertStatus(await visitor.openSession(account), 200)
    const own = await visitor.visit({ path: '/acme/page' })
    assertStatus(own, 200)
    assert.equal(upstreamHeaders(own)['x-forwarded-user'], account.uid)
    assertStatus(await visitor.visit({ path: '/umbrella/page' }), 401, 'TENANT_MISMATCH')
    assertStatus(await visitor.visit({ path: '/' }), 401, 'TENANT_MISMATCH')
    assertStatus(await visitor.visit({ path: '/acme/page' }), 200)
  })
  await checks.check(title('account of the project, passes at home only'), async () => {
    const visitor = createVisitor(gateway)
    assertStatus(await visitor.openSession(await signUp(null)), 200)
    assertStatus(await visitor.visit({ path: '/' }), 200)
    assertStatus(await visitor.visit({ path: '/acme/page' }), 401, 'TENANT_MISMATCH')
  })
  await checks.check(title('tenant that is not configured, no session'), async () => {
    const other = await accounts.createTenant()
    assertStatus(await createVisitor(gateway).openSession(await signUp(other)), 401, 'INVALID_ARGUMENT')
  })
  await checks.check(title('refreshed, the new token is of the same tenant'), async () => {
    const visitor = createVisitor(gateway)
    assertStatus(await visitor.openSession(await signUp(umbrella)), 200)
    const refreshed = await visitor.visit({ method: 'POST', path: '/_auth/refresh?force=1' })
    assertStatus(refreshed, 200)
    assert.equal(refreshed.setCookies.length, 1)
    const whoAmI = await visitor.visit({ path: '/_auth/session' })
    assert.equal(Reflect.get(Object(Object(whoAmI.json.claims).firebase), 'tenant'), umbrella)
    assertStatus(await visitor.visit({ path: '/umbrella/page' }), 200)
  })
  await checks.check(title('account of a tenant disabled, found in its own pool and out'), async () => {
    const account = await signUp(acme)
    assert.equal(Object(decodeJwt(account.idToken).firebase).tenant, acme)
    await accounts.update(account.uid, { disableUser: true }, acme)
    assertStatus(await createVisitor(gateway).openSession(account), 403, 'USER_DISABLED')
  })
  await checks.check(title('page of a tenant, the login page signs in there'), async () => {
    const page = await createVisitor(gateway).visit({ path: '/acme/page', pageLoad: true })
    assertStatus(page, 302)
    const login = await createVisitor(gateway).visit({ path: String(page.location), pageLoad: true })
    assertStatus(login, 200)
    assert.ok(login.text.includes(`"tenant":{"id":"${acme}"`))
  })
}
