import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { chooseEncoding, compress, type Encoding, openerPolicyFor } from '../../src/http/own-response.ts'

const NEW = 'noopener-allow-popups'
const OLD = 'same-origin-allow-popups'

const ROWS: [secChUa: string | string[] | undefined, expected: string][] = [
  ['"Google Chrome";v="131", "Chromium";v="131", "Not_A Brand";v="24"', NEW],
  ['"Chromium";v="150"', NEW],
  ['"Not A(Brand";v="8", "Chromium";v="132", "Microsoft Edge";v="132"', NEW],
  ['"Not;A=Brand, x";v="99" ,"Chromium";v="131"', NEW],
  ['"a\\"b\\\\c";v="1", "Chromium";v="131"', NEW],
  ['"Chromium";x=1;v="131";y', NEW],
  ['"Chromium";v="131.0.6778.85", "Google Chrome";v="131"', OLD],
  ['"Google Chrome";v="130", "Chromium";v="130", "Not_A Brand";v="99"', OLD],
  ['"Google Chrome";v="131"', OLD],
  ['"chromium";v="131"', OLD],
  ['"Chromium"', OLD],
  ['"Chromium";v=131', OLD],
  ['"Chromium";w="131"', OLD],
  ['"x;v=\\"131\\"";v="1", "Chromium";v="99"', OLD],
  ['"x", Chromium;v="131"', OLD],
  ['"Chromium";v="131" "x"', OLD],
  ['"Chromium";v="131", "unclosed', OLD],
  ['Chromium 131', OLD],
  ['"\\"Chromium\\";v=\\"131\\""', OLD],
  ['', OLD],
  [undefined, OLD],
  [['"Chromium";v="131"'], OLD]
]

t.test('opener policy: the stricter one only for browsers known to support it', async (t) => {
  for (const [secChUa, expected] of ROWS) t.equal(openerPolicyFor(secChUa), expected, JSON.stringify(secChUa))
})

t.test('opener policy: a long header that is not a list gets the default one', async (t) => {
  t.equal(openerPolicyFor(`"x"${';a'.repeat(8000)}${'\t'.repeat(8000)}!`), OLD)
  t.equal(openerPolicyFor(`"${'\\\\'.repeat(8000)}`), OLD)
})

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
