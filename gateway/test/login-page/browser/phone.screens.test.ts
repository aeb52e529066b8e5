import t from 'tap'
import { press } from '../../fixtures/browser/login-form.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { openVisitor } from '../../fixtures/browser/visitors.ts'

const NUMBER = '+15555550142'

t.test('phone: a formatted number, a new code after 30 s, the newest code, a reload', { skip }, async (t) => {
  const { url, provider, complaints, openTab } = await openVisitor(t)
  const codes = () => provider.mail.listTexts().filter(({ phoneNumber }) => phoneNumber === NUMBER)
  const page = await openTab('/reports/7')
  await page.clock.install()
  const foreign: string[] = []
  page.on('request', (request) => {
    if (/google|gstatic/.test(new URL(request.url()).hostname)) foreign.push(request.url())
  })
  await press(page, 'Phone')
  await page.locator('#phone').fill('0555 0142')
  await press(page, 'Send the code')
  t.match(await page.locator('#phone-error').innerText(), 'Check the country and the number.')
  await page.getByLabel('Country').selectOption('DE')
  await page.locator('#phone').fill('+1 (555) 555-0142')
  t.equal(await page.getByLabel('Country').inputValue(), 'US', 'a whole number picks its country')
  t.equal(await page.locator('#phone').inputValue(), '(555) 555-0142')
  await press(page, 'Send the code')
  await page.locator('#code').waitFor()
  t.match(await page.locator('main').innerText(), NUMBER)
  const again = page.getByRole('button', { name: 'Send a new code' })
  t.equal(await again.getAttribute('aria-disabled'), 'true')
  await again.click({ force: true })
  await page.clock.fastForward(20_000)
  t.equal(await again.getAttribute('aria-disabled'), 'true')
  t.equal(codes().length, 1)
  await page.clock.fastForward(10_000)
  const sent = page.waitForResponse('**/accounts:sendVerificationCode*')
  await page.locator('main button[aria-disabled=false]', { hasText: 'Send a new code' }).click()
  await sent
  await page.locator('main button[aria-disabled=true]', { hasText: 'Send a new code' }).waitFor()
  t.equal(await page.getByRole('status').innerText(), 'Sent again. Enter the newest code.')
  const [first, second] = codes()
  t.not(first?.sessionInfo, second?.sessionInfo)
  await page.reload()
  await page.locator('#code').fill(second?.code ?? '')
  await page.waitForURL(`${url}/reports/7`)
  t.equal(codes().length, 1, 'the code is used up')
  t.same(foreign, [])
  t.same(complaints, [])
})
