import t from 'tap'
import { readPhoneNumber } from '../../src/lib/phone-number.ts'
import { callingCodeFor } from '../../src/screens/phone-parts.tsx'

const ROWS: readonly [languages: readonly string[], code: string][] = [
  [['de-DE', 'en-US'], '+49 '],
  [['de'], '+49 '],
  [['de-CH'], '+41 '],
  [['en-GB'], '+44 '],
  [['en-US'], '+1 '],
  [['ja'], '+81 '],
  [['zh-Hant-TW'], '+886 '],
  [['en', 'pt-BR'], '+55 '],
  [['en'], ''],
  [['ar'], ''],
  [['en-AQ'], ''],
  [[], '']
]

for (const [languages, code] of ROWS)
  t.test(`calling code: ${languages.join(', ') || 'no language'} begins with "${code}"`, async (t) => {
    t.equal(callingCodeFor(languages), code)
  })

t.test('calling code: a whole number typed or pasted after it counts alone', async (t) => {
  t.equal(readPhoneNumber('+49 +1 555 010 0199'), '+15550100199')
  t.equal(readPhoneNumber('+49 30 1234567'), '+49301234567')
  t.equal(readPhoneNumber('+49 '), null)
  t.equal(readPhoneNumber('30 1234567'), null)
})
