import t from 'tap'
import { callingCodes, regionOf, splitNumber, withCallingCode } from '../../src/lib/calling-codes.ts'
import { readPhoneNumber } from '../../src/lib/phone-number.ts'
import { phoneNumberIn } from '../../src/screens/phone-forms.tsx'

const VISITORS: readonly [languages: readonly string[], region: string][] = [
  [['de-DE', 'en-US'], 'DE'],
  [['de'], 'DE'],
  [['de-CH'], 'CH'],
  [['ja'], 'JP'],
  [['zh-Hant-TW'], 'TW'],
  [['en', 'pt-BR'], 'BR'],
  [['en'], ''],
  [['ar'], ''],
  [['en-AQ'], ''],
  [[], '']
]

for (const [languages, region] of VISITORS)
  t.test(`region: ${languages.join(', ') || 'no language'} is of "${region}"`, async (t) => {
    t.equal(regionOf(languages), region)
  })

const NUMBERS: readonly [region: string, typed: string, number: string | null][] = [
  ['DE', '030 1234567', '+49301234567'],
  ['DE', '30 1234567', '+49301234567'],
  ['GB', '(0)20 7946 0000', '+442079460000'],
  ['US', '(555) 555-0142', '+15555550142'],
  ['US', '1 555 555 0142', '+15555550142'],
  ['US', '0555 0142', null],
  ['RU', '8 912 345-67-89', '+79123456789'],
  ['RU', '800 123 45 67', '+78001234567'],
  ['HU', '06 20 123 4567', '+36201234567'],
  ['IT', '06 1234 5678', '+390612345678'],
  ['CI', '07 12 34 56 78', '+2250712345678'],
  ['DE', '+44 20 7946 0000', '+442079460000'],
  ['DE', '0044 20 7946 0000', '+442079460000'],
  ['DE', '\uff0b44 20 7946 0000', '+442079460000'],
  ['DE', '030 12345 ext', null],
  ['', '30 1234567', null],
  ['XX', '30 1234567', null]
]

for (const [region, typed, number] of NUMBERS)
  t.test(`calling code: "${typed}" in "${region}", ${number ?? 'cannot be sent'}`, async (t) => {
    t.equal(readPhoneNumber(withCallingCode(region, typed)), number)
  })

for (const lastUsed of [true, false])
  t.test(`region: of a number, ${lastUsed ? 'kept on' : 'never kept on'} the device`, async (t) => {
    const kept = new Map<string, string>()
    const setItem = kept.set.bind(kept)
    Object.assign(globalThis, { localStorage: { setItem } })
    t.teardown(() => Reflect.deleteProperty(globalThis, 'localStorage'))
    const fields = new FormData()
    fields.set('country', 'DE')
    fields.set('phone', '030 \u0661234567')
    t.equal(phoneNumberIn(fields, { lastUsed }), '+49 301234567')
    t.same([...kept], lastUsed ? [['gatehouse:phone-region', '"DE"']] : [])
  })

t.test('calling code: nothing typed stays nothing, so that it is asked for', async (t) => {
  t.equal(withCallingCode('DE', ' '), ' ')
})

const WHOLE: readonly [typed: string, usual: string, region: string | null, rest?: string][] = [
  ['+44 (0)20 7946 0000', 'DE', 'GB', '20 7946 0000'],
  ['0044 20', 'DE', 'GB', '20'],
  ['+1 555', 'CA', 'CA', '555'],
  ['+1 555', 'DE', 'US', '555'],
  ['+4', 'DE', null],
  ['44 20', 'DE', null],
  ['+999 1', 'DE', null]
]

for (const [typed, usual, region, rest] of WHOLE)
  t.test(`calling code: "${typed}" typed in ${usual} is of ${region ?? 'no region'}`, async (t) => {
    t.same(splitNumber(typed, usual), region === null ? null : { region, rest })
  })

t.test('calling code: none begins with another, so that the first digits of a number tell it', async (t) => {
  const codes = [...new Set(callingCodes.values())]
  t.ok(codes.length > 200)
  for (const code of codes)
    t.same(
      codes.filter((other) => code.startsWith(other)),
      [code]
    )
})
