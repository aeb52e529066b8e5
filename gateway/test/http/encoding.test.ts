import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { chooseEncoding, compress, type Encoding } from '../../src/http/own-response.ts'

/** `Accept-Encoding` -> the encoding of the response. Neighbours differ in one thing. */
const HEADERS: [header: string | undefined, chosen: Encoding | null][] = [
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['deflate', null],
  [undefined, null],
  ['', null],
  ['identity', null],
  ['BR', 'br'],
  ['br;q=1, gzip;q=1', 'br'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.8, gzip;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', null],
  ['br;q=0.001', 'br'],
  ['br ; q=0 , gzip ; q=0.5', 'gzip'],
  ['identity, br;q=0.5', null],
  ['identity;q=0.5, br', 'br'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['xbr, brx, x-gzip', null],
  [';;,,q=1,;q=0', null]
]

t.test('encoding: Accept-Encoding selects the available encoding with the highest weight', async (t) => {
  for (const [header, chosen] of HEADERS) t.equal(chooseEncoding(header), chosen, String(header))
})

t.test('encoding: if one of the two is unavailable, the other is used if accepted', async (t) => {
  const without = (gone: Encoding) => (encoding: Encoding) => encoding !== gone
  t.equal(chooseEncoding('gzip, br', without('br')), 'gzip')
  t.equal(chooseEncoding('gzip, br', without('gzip')), 'br')
  t.equal(chooseEncoding('br', without('br')), null)
  t.equal(
    chooseEncoding('gzip, br', () => false),
    null
  )
})

t.test('encoding: a compressed text is the same after decompression', async (t) => {
  const text = 'ä'.repeat(1000)
  t.equal(String(brotliDecompressSync(await compress(text, 'br'))), text)
  t.equal(String(gunzipSync(await compress(text, 'gzip'))), text)
})
