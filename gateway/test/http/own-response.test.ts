import t from 'tap'
import { chooseEncoding, type Encoding, openerPolicyFor } from '../../src/http/own-response.ts'

const NEW = 'noopener-allow-popups'
const OLD = 'same-origin-allow-popups'

/** `Sec-CH-UA` of browsers that support it. */
const SUPPORTING = [
  '"Google Chrome";v="131", "Chromium";v="131", "Not_A Brand";v="24"',
  '"Not A(Brand";v="8", "Chromium";v="132", "Microsoft Edge";v="132"',
  ...['"Chromium";v="150"', '"Not;A=Brand, x";v="99" ,"Chromium";v="131"'],
  ...['"a\\"b\\\\c";v="1", "Chromium";v="131"', '"Chromium";x=1;v="131";y']
]
const OTHERS = [
  '"Google Chrome";v="130", "Chromium";v="130", "Not_A Brand";v="99"',
  ...['"Chromium";v="131.0.6778.85", "Google Chrome";v="131"', '"Google Chrome";v="131"'],
  ...['"chromium";v="131"', '"Chromium"', '"Chromium";v=131', '"Chromium";w="131"'],
  ...['"x;v=\\"131\\"";v="1", "Chromium";v="99"', '"x", Chromium;v="131"', '"Chromium";v="131" "x"'],
  ...['"Chromium";v="131", "unclosed', 'Chromium 131', '"\\"Chromium\\";v=\\"131\\""', '', undefined],
  ['"Chromium";v="131"']
]

t.test('opener policy: the stricter one only for browsers known to support it', async (t) => {
  for (const secChUa of SUPPORTING) t.equal(openerPolicyFor(secChUa), NEW, secChUa)
  for (const secChUa of OTHERS) t.equal(openerPolicyFor(secChUa), OLD, JSON.stringify(secChUa))
})

t.test('opener policy: a long header that is not a list gets the default one', async (t) => {
  t.equal(openerPolicyFor(`"x"${';a'.repeat(8000)}${'\t'.repeat(8000)}!`), OLD)
  t.equal(openerPolicyFor(`"${'\\\\'.repeat(8000)}`), OLD)
})

/** The encoding of the response, and each `Accept-Encoding` that chooses it. */
const HEADERS: [chosen: Encoding | null, ...headers: (string | undefined)[]][] = [
  ['br', 'gzip, deflate, br', 'BR', 'br;q=1, gzip;q=1', 'br;q=0.8, gzip;q=0.5', 'br;q=0.001'],
  ['br', 'identity;q=0.5, br', '*'],
  ['gzip', 'gzip, deflate', 'br;q=0.5, gzip;q=0.8', 'br;q=0, gzip', 'br ; q=0 , gzip ; q=0.5'],
  ['gzip', 'identity;q=0, gzip', 'br;q=0, *', 'gzip, *;q=0'],
  [null, 'deflate', undefined, '', 'identity', 'br;q=0.000, gzip;q=0', 'identity, br;q=0.5'],
  [null, 'identity;q=0', '*;q=0', 'xbr, brx, x-gzip', ';;,,q=1,;q=0']
]

t.test('encoding: Accept-Encoding selects the available encoding with the highest weight', async (t) => {
  for (const [chosen, ...headers] of HEADERS)
    for (const header of headers) t.equal(chooseEncoding(header), chosen, String(header))
})

t.test('encoding: if one of the two is unavailable, the other is used if accepted', async (t) => {
  const without = (gone: Encoding) => (encoding: Encoding) => encoding !== gone
  t.equal(chooseEncoding('gzip, br', without('br')), 'gzip')
  t.equal(chooseEncoding('gzip, br', without('gzip')), 'br')
  t.equal(chooseEncoding('br', without('br')), null)
  const found = chooseEncoding('gzip, br', () => false)
  t.equal(found, null)
})
