import t from 'tap'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { openVisitor } from '../../fixtures/browser/visitors.ts'

t.test('visitors: the next one has no cookies or storage of the previous one', { skip }, async (t) => {
  const stored = '[document.cookie, localStorage.length, sessionStorage.length]'
  const first = await openVisitor(t)
  const page = await first.openTab('/login')
  await page.evaluate(
    "localStorage.setItem('a', '1'); sessionStorage.setItem('a', '1'); document.cookie = 'a=1'"
  )
  t.same(await page.evaluate(stored), ['a=1', 1, 1])
  const second = await openVisitor(t)
  t.equal(page.isClosed(), true)
  t.same(await (await second.openTab('/login')).evaluate(stored), ['', 0, 0])
  t.same(await second.context.cookies(), [])
})

for (const [title, isPassing] of [
  ['fails gets a comment with what its pages showed, but no field or query values', false],
  ['passes gets no comment', true]
] as const) {
  t.test(`visitors: a test that ${title}`, { skip }, async (t) => {
    const ends: (() => unknown)[] = []
    const comments: string[] = []
    const { openTab } = await openVisitor({
      passing: () => isPassing,
      setTimeout() {},
      comment: (text) => comments.push(text),
      teardown: (end) => ends.unshift(end)
    })
    const page = await openTab('/reports?code=in-the-query')
    await page.locator('#password').fill('in-the-field')
    await page.route('**/held', () => {})
    const asked = page.waitForRequest('**/held')
    await page.evaluate("console.error('said in the console'); void fetch('/held')")
    await asked
    for (const end of ends) await end()
    const said = comments.join('')
    t.equal(said === '', isPassing)
    if (isPassing) return
    for (const part of [
      /url: \S+\/login\n/,
      'Forgot your password?',
      'password: filled in',
      /without a response:\n(?: +- .*\n)*? +- GET \S+\/held sent at [\d.]+ s\n/,
      /latest requests:\n(?: +- .*\n)*? +- GET \S+ sent at [\d.]+ s finished at/,
      'said in the console',
      '"outcome":"login"'
    ])
      t.match(said, part)
    t.notMatch(said, /in-the-(field|query)/)
  })
}
