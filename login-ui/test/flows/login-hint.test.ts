import t from 'tap'
import { openTab } from '../fixtures/flows.ts'

const INTERACTION = '/_auth/oauth/interaction/x'

/** The address in the form of a page that leads there, once it has started. `typed`: by the visitor before. */
function addressOf(redirectTarget: string, typed = ''): string {
  const tab = openTab({ config: { redirectTarget } })
  if (typed !== '') tab.store.dispatch({ type: 'typed', email: typed })
  tab.start()
  return tab.state().email
}

t.test('login hint: the address of a client is filled in, unless the visitor typed one', async (t) => {
  const hinted = `${INTERACTION}?for=https%3A%2F%2Fa.example%2Fmcp&login_hint=ada%2Bx%40example.com`
  t.equal(addressOf(hinted), 'ada+x@example.com')
  t.equal(addressOf(hinted, 'eve@example.com'), 'eve@example.com')
  for (const target of [INTERACTION, '/', '', `${INTERACTION}?login_hint=`, 'https://a.example/x'])
    t.equal(addressOf(target), '', `twin: ${target}`)
  t.equal(addressOf(`${INTERACTION}?login_hint=%E0%A4%A`), '\uFFFD%A', 'malformed: nothing breaks')
})
