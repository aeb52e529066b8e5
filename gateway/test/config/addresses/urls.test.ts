import t from 'tap'
import { parseUrl } from '../../../src/config/addresses/urls.ts'

t.test('urls: a name with a letter beyond ASCII, the same at the ten-thousandth time', async (t) => {
  // Of one byte a character, as names are that JSON spells with an escape.
  const name = JSON.parse('"https://b\\u00fccher.example"')
  let refused = 0
  for (let time = 0; time < 10_000; time++) {
    parseUrl('https://example.com')
    if (parseUrl(name)?.hostname !== 'xn--bcher-kva.example') refused += 1
  }
  t.equal(refused, 0)
  for (const text of ['', 'example.com', 'https://', 'https://a b.example'])
    t.equal(parseUrl(text), null, text)
})
