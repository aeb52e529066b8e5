import t from 'tap'
import { signInAs } from '../../fixtures/browser/login-form.ts'
import { openPasskeyVisitor, startPasskeyGateway } from '../../fixtures/browser/passkey-visitors.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

/** Visitors whom a page sends to sign in with another account. */

const PASSWORD = 'the-password-of-all'

t.test('another account: from a refusal back to the page that was requested', { skip }, async (t) => {
  const gateway = await startPasskeyGateway(t, {
    config: {
      'login.methods.passkey': 'off',
      'access.rules': [{ path: '/admin/*', allow: { email: 'admin@example.com' } }]
    }
  })
  const { origin, provider, upstream } = gateway
  for (const name of ['user', 'admin'])
    provider.accounts.create({ email: `${name}@example.com`, password: PASSWORD, emailVerified: true })
  const { page } = await openPasskeyVisitor(t, gateway)
  await page.goto(`${origin}/admin/reports?year=2026#may`)
  await signInAs(page, 'user@example.com', PASSWORD)
  await page.getByRole('link', { name: 'Switch account' }).click()
  await page.getByRole('link', { name: 'Use another account' }).click()
  await signInAs(page, 'admin@example.com', PASSWORD)
  await page.waitForURL(`${origin}/admin/reports?year=2026`)
  t.equal(upstream.seen.at(-1)?.url, '/admin/reports?year=2026')
})
