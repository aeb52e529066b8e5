import t from 'tap'
import { parseUrl } from '../../../src/config/addresses/urls.ts'

t.test('urls: a non-ASCII host name is parsed the same the ten-thousandth time', async (t) => {
  // A string of one byte per character, as JSON escapes produce.
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
