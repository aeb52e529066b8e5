import fc from 'fast-check'
import t from 'tap'
import { isVariableFont } from '../../../src/login-page/appearance/brand-files.ts'
import { buildWoff2 } from '../../fixtures/repository/woff2.ts'

t.test('woff2: a font is variable if its table directory lists fvar', async (t) => {
  t.equal(isVariableFont(buildWoff2()), false)
  t.equal(isVariableFont(buildWoff2({ isVariable: true })), true)
})

t.test('woff2: every form of a table before fvar is skipped', async (t) => {
  const rows: Record<string, number[]> = {
    'a length of two bytes': [0, 0x81, 47],
    'a named table': [0x3f, ...Buffer.from('DSIG'), 8],
    'glyphs in their transformed form, with two lengths': [10, 0x81, 47, 30],
    'glyphs as they are': [10 | 0xc0, 47],
    'widths in their transformed form': [3 | 0x40, 20, 47]
  }
  for (const [name, entries] of Object.entries(rows))
    t.equal(isVariableFont(buildWoff2({ isVariable: true, entries })), true, name)
  t.equal(isVariableFont(buildWoff2({ entries: [10, 47, 47] })), false, 'lengths that read like fvar')
})

t.test('woff2: any change to the directory of a font leaves it readable', async (t) => {
  const font = buildWoff2({ isVariable: true })
  const change = fc.tuple(fc.nat(font.length - 1), fc.nat(255))
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const copy = Buffer.from(font)
      for (const [at, byte] of changes) copy[at] = byte
      return typeof isVariableFont(copy) === 'boolean'
    }),
    { numRuns: 500 }
  )
  t.pass('500 files')
})
