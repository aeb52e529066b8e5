import fc from 'fast-check'
import t from 'tap'
import { readWoff2 } from '../../../src/config/appearance/brand-files.ts'
import { buildWoff2 } from '../../fixtures/repository/woff2.ts'

t.test('woff2: reads metrics in em and whether the font is variable', async (t) => {
  const facts = { isVariable: false, ascent: 0.9, descent: 0.2, lineGap: 0.05, averageWidth: 0.5 }
  t.same(readWoff2(buildWoff2()), facts)
  t.same(readWoff2(buildWoff2({ width: 640 })), { ...facts, averageWidth: 0.64 })
  t.same(readWoff2(buildWoff2({ isVariable: true })), { ...facts, isVariable: true })
})

t.test('woff2: without widths of Latin letters, the rest is read', async (t) => {
  const rows = {
    'no letters': { 0: Buffer.from([0, 0, 0, 0]) },
    'no widths': { 2: Buffer.from(hheaWithout()) }
  }
  for (const [name, tables] of Object.entries(rows))
    t.match(readWoff2(buildWoff2({ tables })), { ascent: 0.9, averageWidth: null }, name)
})

function hheaWithout(): Buffer {
  const hhea = Buffer.alloc(36)
  hhea.writeInt16BE(900, 4)
  return hhea
}

t.test('woff2: other files and parts of a font give null', async (t) => {
  const font = buildWoff2()
  const changed = (at: number, byte: number) => {
    const copy = Buffer.from(font)
    copy[at] = byte
    return copy
  }
  const rows: Record<string, Buffer> = {
    nothing: Buffer.alloc(0),
    'the signature alone': Buffer.from('wOF2'),
    'another signature': changed(3, 0x46),
    'a byte too few': font.subarray(0, -1),
    'a byte too many': Buffer.concat([font, Buffer.alloc(1)]),
    'too many tables': changed(12, 0xff),
    'broken data': changed(font.length - 8, (font[font.length - 8] ?? 0) ^ 0xff),
    'no em': buildWoff2({ tables: { 1: Buffer.alloc(54) } }),
    'a short table': buildWoff2({ tables: { 2: Buffer.alloc(8) } }),
    'data that grows beyond all bounds': buildWoff2({ tables: { 5: Buffer.alloc(5_000_000) } })
  }
  for (const [name, content] of Object.entries(rows)) t.equal(readWoff2(content), null, name)
})

t.test('woff2: any change to a font gives facts or null', async (t) => {
  const font = buildWoff2({ isVariable: true })
  const change = fc.tuple(fc.nat(font.length - 1), fc.nat(255))
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const copy = Buffer.from(font)
      for (const [at, byte] of changes) copy[at] = byte
      const facts = readWoff2(copy)
      return facts === null || Number.isFinite(facts.ascent)
    }),
    { numRuns: 500 }
  )
  t.pass('500 files')
})
