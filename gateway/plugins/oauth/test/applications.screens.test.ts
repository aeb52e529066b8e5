import t from 'tap'
import { openAccountVisitor, shareAccountGateways } from '../../../test/fixtures/browser/account-visitors.ts'
import { skip } from '../../../test/fixtures/browser/shared-browser.ts'

/** Which applications may use the account, and ending that. */

const CALLBACK = 'https://dashboard.example.com/callback'
const gatewayFor = shareAccountGateways(t, {
  config: {
    'authorizationServer.enabled': true,
    'authorizationServer.clients': [
      { id: 'dashboard', name: 'Dashboard', redirectUris: [CALLBACK] },
      { id: 'terminal', name: 'Terminal', redirectUris: [CALLBACK] }
    ]
  }
})

const requestOf = (origin: string, clientId: string) =>
  `${origin}/_auth/oauth/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256'
  })}`

t.test('applications: none, then two, of which one ends after a question in its row', { skip }, async (t) => {
  const gateway = await gatewayFor('exchange')
  const { page, context } = await openAccountVisitor(t, gateway, '')
  await page.getByRole('link', { name: 'View Connected applications' }).click()
  await page.getByText('No applications are connected.').waitFor()
  for (const id of ['dashboard', 'terminal']) {
    const consent = await context.newPage()
    await consent.goto(requestOf(gateway.origin, id))
    const left = consent.waitForEvent('requestfailed', (request) => request.url().startsWith(CALLBACK))
    await consent.getByRole('button', { name: 'Allow', exact: true }).click()
    await left
    await consent.close()
  }
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: 'Dashboard' })
  t.match(
    await row.innerText(),
    /Allowed to: Recognize your account See your email address\s*Connected \w+ \d+\s· last used this hour/
  )
  const button = row.getByRole('button', { name: 'Disconnect: Dashboard' })
  await button.press('Enter')
  const question = page.getByRole('alertdialog')
  t.match(await question.innerText(), /Disconnect Dashboard\?\s*It loses access within 10 minutes\./)
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Keep', 'what changes nothing')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  t.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Disconnect: Dashboard')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('Dashboard is disconnected.').waitFor()
  await row.waitFor({ state: 'detached' })
  t.equal(await page.getByRole('listitem').filter({ hasText: 'Terminal' }).count(), 1)
  const again = await context.newPage()
  await again.goto(requestOf(gateway.origin, 'dashboard'))
  await again.getByRole('heading', { name: 'Allow Dashboard' }).waitFor()
})
