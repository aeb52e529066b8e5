import assert from 'node:assert/strict'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import type { EmulatorAccounts, SignIn, TestAccount } from './emulator-accounts.ts'
import { until } from './emulator-process.ts'
import type { GatewayUnderTest } from './gateway-under-test.ts'
import { createVisitor, type Reply, type Visitor } from './visitor.ts'

/** What a group of checks uses. */
export interface CheckEnvironment {
  checks: Checks
  accounts: EmulatorAccounts
  gateway: GatewayUnderTest
}

/** A new account and a visitor signed in with it. */
export async function enter({
  accounts,
  gateway
}: CheckEnvironment): Promise<{ account: TestAccount; visitor: Visitor }> {
  const account = await accounts.signUp()
  const visitor = createVisitor(gateway)
  assertStatus(await visitor.openSession(account), 200)
  return { account, visitor }
}

/** Another sign-in of an account, in another second: within one second, id tokens are identical. */
export async function signInAgain({ accounts }: CheckEnvironment, account: TestAccount): Promise<SignIn> {
  await waitUntilAfter(Math.floor(Date.now() / 1000))
  return await accounts.signIn(account)
}

/** Fails unless the response has this status and, if given, this code. */
export function assertStatus(response: Reply, status: number, code?: string): void {
  assert.equal(response.status, status, `status ${response.status} instead of ${status}: ${response.text}`)
  if (code !== undefined) assert.equal(response.json.code, code)
}

/** Fails unless the response expires the session cookie. */
export function assertCookiesCleared({ setCookies }: Reply): void {
  const sessions = setCookies.filter((line) => !line.startsWith('gatehouse-signed-out='))
  assert.ok(sessions.length > 0, 'no Set-Cookie')
  for (const line of sessions) assert.match(line, /^gatehouse(\.\d+)?=;.*Max-Age=0/i)
}

/** Runs with the gateway clock stopped at `seconds`. */
export async function atTime(
  gateway: GatewayUnderTest,
  seconds: number,
  run: () => Promise<void>
): Promise<void> {
  gateway.setClock(seconds)
  try {
    await run()
  } finally {
    gateway.setClock(null)
  }
}

/** Resolves when the real clock has passed this second: times at the provider are whole seconds. */
export async function waitUntilAfter(seconds: number): Promise<void> {
  assert.ok(await until(() => Math.floor(Date.now() / 1000) > seconds, 5000))
}
