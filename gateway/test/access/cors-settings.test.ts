import t from 'tap'
import { checkCors } from '../../src/access/settings-checks.ts'
import { words } from '../fixtures/words.ts'

const pathsOf = (origins: string[], credentials = false) =>
  checkCors({ cors: { origins, credentials } }).map(({ path }) => path)

t.test('cors: origins as browsers send them are accepted', async (t) => {
  const origins = words`
    https://app.example.com https://app.example.com/ HTTPS://APP.example.com:8443 http://localhost:5173
    http://[::1]:3000 https://bücher.example
  `
  t.same(pathsOf(origins, true), [])
  t.same(pathsOf([]), [])
})

t.test('cors: an entry that is not an origin is a problem at its index', async (t) => {
  const wrong = [
    ...words`
    null NULL app.example.com https://*.example.com https://* ** https://app.example.com/path
    https://app.example.com?x https://app.example.com#x https://user@app.example.com
    https://user:secret@app.example.com https:\\app.example.com https://app.example.com:99999
    https:///app.example.com https:app.example.com chrome-extension://abc file:///x data:text/html,x
  `,
    'https://a b.example'
  ]
  for (const text of wrong) t.same(pathsOf(['https://a.example', text]), ['cors.origins[1]'], text)
})

t.test('cors: `*` is accepted only alone and without credentials', async (t) => {
  t.same(pathsOf(['*']), [])
  t.same(pathsOf(['*'], true), ['cors.credentials'])
  t.same(pathsOf(['*', 'https://a.example']), ['cors.origins'])
})
