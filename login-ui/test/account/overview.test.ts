import t from 'tap'
import { renderPage } from '../../src/entry-server.tsx'
import { sampleConfig } from '../fixtures/sample-config.ts'

/** The account overview as the server renders it, in the state of a preview. */
const overview = (preview: string) => renderPage(sampleConfig({ preview }))
const headOf = (html: string) => /<header.*?<\/header>/s.exec(html)?.[0] ?? ''
const sectionsOf = (html: string) => html.match(/<section .*?<\/section>/gs) ?? []

t.test('account overview: the head names the account by name, address or phone number', async (t) => {
  t.match(headOf(overview('account-page')), />AE<[\s\S]*Alex Example[\s\S]*alex@example\.com/)
  t.match(headOf(overview('account-page-new')), />A<[\s\S]*<strong><bdi dir="ltr">alex@example\.com/)
  const phone = headOf(overview('account-page-phone'))
  t.match(phone, '<strong><bdi dir="ltr">+•••••••0123')
  t.match(phone, /<span class="monogram"[^>]*><svg /, 'a picture instead of initials')
})

t.test('account overview: what is missing says so and can be set up, what is there is managed', async (t) => {
  const empty = overview('account-page-new')
  t.equal(empty.match(/>Not set up</g)?.length, 3)
  t.equal(empty.match(/>Set up</g)?.length, 3)
  t.equal(empty.match(/>Manage</g)?.length, 2, 'the sessions and connected applications')
  const full = overview('account-page')
  t.equal(full.match(/>Manage</g)?.length, 5)
  t.notMatch(full, /Not set up|>Set up</)
})

t.test('account overview: rows have an icon that screen readers skip', async (t) => {
  const things = [...overview('account-page').matchAll(/<ul class="things">(.*?)<\/ul>/gs)].map(
    ([, list]) => list
  )
  t.equal(things.length, 3)
  for (const list of things)
    t.equal(list?.match(/<li><svg [^>]*aria-hidden="true"/g)?.length, list?.match(/<li>/g)?.length)
})

t.test('account overview: deletion is the last section and holds nothing else', async (t) => {
  const last = sectionsOf(overview('account-page')).at(-1) ?? ''
  t.match(last, /Delete your account[\s\S]*This can’t be undone\.[\s\S]*class="button danger"/)
  t.equal(last.match(/<a /g)?.length, 1)
  t.notMatch(overview('account-page-readable'), 'danger', 'none where it is not offered')
})
