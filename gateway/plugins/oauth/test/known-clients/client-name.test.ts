import t from 'tap'
import { nameOfClient } from '../../clients.ts'

const clientId = 'https://client.example/oauth.json'
const name = (clientName?: string) => nameOfClient({ clientName, clientId })

t.test('client name: as it is, in any script', (t) => {
  for (const one of ['Dashboard', 'Ada’s notes & plans', 'לוח בקרה', '看板', 'Café ☕ 2'])
    t.equal(name(one), one)
  t.end()
})

t.test('client name: without characters that turn, hide or break the words around it', (t) => {
  t.equal(name('Dash\u202eboard'), 'Dash board')
  t.equal(name('\u2066Dash\u2069\u200b\u00adboard\u0000'), 'Dash board')
  t.equal(name('Dash\n\n\u2028  board'), 'Dash board')
  t.end()
})

t.test('client name: one that is long is cut, whole characters only', (t) => {
  t.equal(name('x'.repeat(60)), 'x'.repeat(60))
  t.equal(name('x'.repeat(61)), `${'x'.repeat(59)}…`)
  t.equal(name(`${'x'.repeat(58)}${'😀'.repeat(500)}`), `${'x'.repeat(58)}😀…`)
  t.end()
})

t.test('client name: the id where there is none that can be read', (t) => {
  for (const one of [undefined, '', ' ', '\u200b\u202e', '—…!']) t.equal(name(one), clientId)
  t.end()
})
