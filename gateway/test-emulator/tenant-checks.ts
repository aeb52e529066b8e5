import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import type { TestAccount } from './emulator-accounts.ts'
import { assertStatus, type CheckEnvironment } from './environment.ts'
import { createVisitor, upstreamHeaders } from './visitor.ts'

/** Tenants by path: sign-in, refresh and look-ups of their accounts, and access to other paths. */
export async function checkTenants(
  environment: CheckEnvironment,
  tenants: readonly [string, string]
): Promise<void> {
  const { checks, gateway, accounts } = environment
  const [acme, umbrella] = tenants
  const title = (text: string) => `tenants (${gateway.mode}): ${text}`
  const signUp = (tenantId: string | null): Promise<TestAccount> =>
    accounts.signUp(tenantId === null ? {} : { tenantId })

  await checks.check(title('its paths are allowed, others are a 401, the session stays'), async () => {
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
  await checks.check(title('an account of the project is allowed outside of tenant paths only'), async () => {
    const visitor = createVisitor(gateway)
    assertStatus(await visitor.openSession(await signUp(null)), 200)
    assertStatus(await visitor.visit({ path: '/' }), 200)
    assertStatus(await visitor.visit({ path: '/acme/page' }), 401, 'TENANT_MISMATCH')
  })
  await checks.check(title('a tenant that is not configured gets no session'), async () => {
    const other = await accounts.createTenant()
    assertStatus(await createVisitor(gateway).openSession(await signUp(other)), 401, 'INVALID_ARGUMENT')
  })
  await checks.check(title('a refreshed token is of the same tenant'), async () => {
    const visitor = createVisitor(gateway)
    assertStatus(await visitor.openSession(await signUp(umbrella)), 200)
    const refreshed = await visitor.visit({ method: 'POST', path: '/_auth/refresh?force=1' })
    assertStatus(refreshed, 200)
    assert.equal(refreshed.setCookies.length, 1)
    const whoAmI = await visitor.visit({ path: '/_auth/session' })
    assert.equal(Reflect.get(Object(Object(whoAmI.json.claims).firebase), 'tenant'), umbrella)
    assertStatus(await visitor.visit({ path: '/umbrella/page' }), 200)
  })
  await checks.check(title('a disabled account is found in the pool of its tenant'), async () => {
    const account = await signUp(acme)
    assert.equal(Object(decodeJwt(account.idToken).firebase).tenant, acme)
    await accounts.update(account.uid, { disableUser: true }, acme)
    assertStatus(await createVisitor(gateway).openSession(account), 403, 'USER_DISABLED')
  })
}
