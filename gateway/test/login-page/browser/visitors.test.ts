import t from 'tap'
import { skip } from '../../fixtures/shared-browser.ts'
import { openVisitor } from '../../fixtures/visitors.ts'

t.test('visitors: the next one, has nothing of what the one before left behind', { skip }, async (t) => {
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
