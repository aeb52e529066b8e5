import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { LoginCheck, LoginEnvironment } from '../login-environment.ts'
import {
  arrive,
  assertNoSession,
  DEEP_LINK,
  fill,
  open,
  press,
  seeHeading,
  seeText,
  signIn
} from '../page/page-steps.ts'

/** The email domain of the second tenant. */
export const UMBRELLA_DOMAIN = 'umbrella.test'

/** The tenant of the account: chosen, by email domain, or from the URL. */
export function tenantChoiceChecks([acme, umbrella]: readonly [string, string]): readonly LoginCheck[] {
  return [
    [
      'a visitor chooses the organization and signs in with an account of it',
      async ({ page, environment }) => {
        const account = await createMember(environment, acme)
        await open(page, DEEP_LINK)
        await seeHeading(page, 'tenant.heading')
        await page.getByRole('button', { name: 'Acme', exact: true }).click()
        await signIn(page, account)
        await arrive(page)
        assert.equal(await tenantOf(page), acme)
      }
    ],
    [
      'an account of another organization is refused for the chosen one',
      async ({ page, context, environment }) => {
        const account = await createMember(environment, umbrella)
        await open(page, DEEP_LINK)
        await page.getByRole('button', { name: 'Acme', exact: true }).click()
        await signIn(page, account)
        await seeText(page, 'problem.credentials.title')
        await assertNoSession(context)
      }
    ],
    [
      'an organization in the URL is used without a choice',
      async ({ page, environment }) => {
        const account = await createMember(environment, acme)
        await open(page, `/login?tenant=${acme}&redirect=${encodeURIComponent(DEEP_LINK)}`)
        await seeHeading(page, 'sign-in.heading')
        await signIn(page, account)
        await arrive(page)
        assert.equal(await tenantOf(page), acme)
      }
    ],
    [
      'an organization in the URL that is not offered is ignored',
      async ({ page }) => {
        await open(page, '/login?tenant=somebody-elses')
        await seeHeading(page, 'tenant.heading')
      }
    ]
  ]
}

/** Without a choice: only the email domain decides. */
export function tenantDomainChecks([, umbrella]: readonly [string, string]): readonly LoginCheck[] {
  return [
    [
      'the email domain selects the organization, without a choice',
      async ({ page, environment }) => {
        const account = await createMember(environment, umbrella, UMBRELLA_DOMAIN)
        await open(page, DEEP_LINK)
        await signIn(page, account)
        await arrive(page)
        assert.equal(await tenantOf(page), umbrella)
      }
    ],
    [
      'an email of an unknown domain gets no session',
      async ({ page, context, environment }) => {
        await open(page, DEEP_LINK)
        await signIn(page, await environment.accounts.signUp())
        await page.locator('#problem, #email-error').first().waitFor()
        await assertNoSession(context)
        await fill(page, 'field.email', `somebody@${UMBRELLA_DOMAIN}`)
        await press(page, 'sign-in.submit')
        await seeText(page, 'problem.credentials.title')
      }
    ]
  ]
}

async function createMember(
  { accounts }: LoginEnvironment,
  tenantId: string,
  domain = 'example.com'
): Promise<{ email: string; password: string }> {
  const email = `member-${randomUUID()}@${domain}`
  const { password } = await accounts.signUp({ tenantId, email })
  return { email, password }
}

/** The tenant in the session. */
async function tenantOf(page: Page): Promise<unknown> {
  return page.evaluate(
    "fetch('/_auth/session').then((answer) => answer.json()).then(({ claims }) => claims.firebase.tenant)"
  )
}
