import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { LoginCheck } from '../login-environment.ts'
import { DEEP_LINK, fill, follow, open, seeHeading } from '../page/page-steps.ts'
import { say } from '../page/texts.ts'

/** The page before a sign-in: languages, and browsers without scripts. */
export const pageChecks: readonly LoginCheck[] = [
  [
    'a browser that prefers German gets the page in German',
    async ({ page }) => {
      await open(page, DEEP_LINK)
      assert.equal(await page.getAttribute('html', 'lang'), 'de')
      assert.equal(await page.getAttribute('html', 'dir'), 'ltr')
      await page.getByRole('heading', { level: 1, name: say('sign-in.heading', {}, 'de') }).waitFor()
    },
    { locale: 'de-CH' }
  ],
  [
    'a browser that prefers Arabic gets the page from right to left',
    async ({ page }) => {
      await open(page, DEEP_LINK)
      assert.equal(await page.getAttribute('html', 'lang'), 'ar')
      assert.equal(await page.getAttribute('html', 'dir'), 'rtl')
      await page.getByRole('heading', { level: 1, name: say('sign-in.heading', {}, 'ar') }).waitFor()
      const direction = "getComputedStyle(document.getElementById('email')).direction"
      assert.equal(await page.evaluate(direction), 'ltr')
    },
    { locale: 'ar-EG' }
  ],
  [
    'a browser with an unsupported language gets the page in English',
    async ({ page }) => {
      await open(page, DEEP_LINK)
      assert.equal(await page.getAttribute('html', 'lang'), 'en')
    },
    { locale: 'fi-FI' }
  ],
  [
    'a chosen language is stored, and the redirect target is preserved',
    async ({ page }) => {
      await open(page, DEEP_LINK)
      await chooseLanguage(page, 'Deutsch')
      await page.waitForURL(/lang=de/)
      await page.getByRole('heading', { level: 1, name: say('sign-in.heading', {}, 'de') }).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('redirect'), DEEP_LINK)
      await open(page, '/login')
      assert.equal(await page.getAttribute('html', 'lang'), 'de')
    }
  ],
  [
    'without scripts, the page explains that and shows no controls that cannot work',
    async ({ page }) => {
      await page.goto(DEEP_LINK)
      const explanation = page.locator('noscript')
      assert.ok(await explanation.isVisible())
      assert.match(await explanation.innerText(), new RegExp(say('noscript.heading')))
      assert.equal(await page.getByRole('button', { name: say('sign-in.submit'), exact: true }).count(), 0)
    },
    { javaScriptEnabled: false }
  ],
  [
    'a form sent before the script runs shows a message, and no URL contains the password',
    async ({ page, context, watch }) => {
      const password = randomUUID()
      watch.keepSecret(password)
      let isHeld = true
      await context.route('**/_auth/assets/*.js', (route) => (isHeld ? route.abort() : route.continue()))
      await page.goto(DEEP_LINK)
      await fill(page, 'field.email', 'somebody@example.com')
      await fill(page, 'field.password', password)
      isHeld = false
      await page.getByRole('button', { name: say('sign-in.submit'), exact: true }).click()
      await page.waitForURL(/reason=js/)
      await page.getByText(say('notice.js')).first().waitFor()
      assert.equal(new URL(page.url()).searchParams.get('redirect'), DEEP_LINK)
    },
    { expected: [/ERR_FAILED/] }
  ],
  [
    'each screen has a URL, Back works, and the redirect target is preserved',
    async ({ page }) => {
      await open(page, DEEP_LINK)
      await follow(page, 'sign-in.forgot')
      await seeHeading(page, 'forgot.heading')
      assert.equal(new URL(page.url()).pathname, '/login/forgot')
      assert.equal(new URL(page.url()).searchParams.get('redirect'), DEEP_LINK)
      await page.goBack()
      await seeHeading(page, 'sign-in.heading')
      assert.equal(new URL(page.url()).pathname, '/login')
    }
  ],
  [
    'a redirect target on another site is ignored',
    async ({ page, environment }) => {
      for (const evil of [
        'https://evil.example/',
        '//evil.example',
        '/..//evil.example',
        '/\\evil.example'
      ]) {
        await open(page, `/login?redirect=${encodeURIComponent(evil)}`)
        assert.ok(!(await page.content()).includes('evil.example'))
      }
      assert.ok(page.url().startsWith(environment.gateway.url))
    }
  ]
]

async function chooseLanguage(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true })
  if (!(await link.isVisible())) await page.locator('summary', { hasText: say('footer.language') }).click()
  await link.click()
}
