import fc from 'fast-check'
import t from 'tap'
import { quoteFontFamilies } from '../../../src/login-page/appearance/looks.ts'

t.test('font families: names are quoted except keywords, an unclosed quote is refused', async (t) => {
  const rows = [
    ['Inter', '"Inter"'],
    [`Inter, 'Segoe UI', "Noto Sans", sans-serif`, '"Inter", "Segoe UI", "Noto Sans", sans-serif'],
    ['-apple-system, system-ui', '-apple-system, system-ui'],
    ['"serif"', '"serif"'],
    ['inherit', '"inherit"']
  ] as const
  for (const [list, expected] of rows) t.equal(quoteFontFamilies(list), expected, list)
  for (const list of [`'Inter`, `Inter'`, `'Inter"`, `"In"ter"`, 'Inter,', ',', ' ', 'a; } b {', 'a\\'])
    t.equal(quoteFontFamilies(list), null, list)
})

t.test('font families: any accepted text holds plain letters and paired quotes only', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...`aB1 ,'"_-;{}\\:`) }), (list) => {
      const families = quoteFontFamilies(list)
      return families === null || /^(?:(?:"[\w -]+"|[a-z-]+)(?:, (?!$)|$))+$/i.test(families)
    }),
    { numRuns: 2000 }
  )
  t.pass('2000 lists')
})
