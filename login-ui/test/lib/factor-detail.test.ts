import t from 'tap'
import de from '../../locales/de.json' with { type: 'json' }
import en from '../../locales/en.json' with { type: 'json' }
import type { Factor } from '../../src/account/contract.ts'
import { factorDetail } from '../../src/lib/factor-detail.ts'
import { textsIn } from '../../src/lib/i18n.ts'

const NOVEMBER = 1795176000
const app: Factor = { id: 'a', kind: 'totp', name: 'Phone', hint: null, enrolledAt: NOVEMBER }
const sms: Factor = { id: 's', kind: 'sms', name: 'Phone', hint: '+*******4567', enrolledAt: NOVEMBER }

const listed = (factors: readonly Factor[], texts: typeof en = en, locale = 'en') =>
  factors.map((factor) => factorDetail(factor, factors, textsIn(texts), locale).replaceAll('\u202f', ' '))

t.test('factor: a phone is shown by the end of its number and its name', async (t) => {
  t.same(listed([app, sms]), ['Phone', 'number ending in\u00a04567\u00a0· Phone'])
  t.same(listed([sms], de, 'de'), ['Nummer mit Endung\u00a04567\u00a0· Phone'])
  t.same(listed([{ ...sms, name: null }]), ['number ending in\u00a04567'])
  t.same(listed([{ ...sms, hint: '+•• ••••• ••34' }]), ['number ending in\u00a034\u00a0· Phone'])
  const found = listed([
    { ...sms, hint: null },
    { ...app, name: null }
  ])
  t.same(found, ['Phone', ''])
})

t.test('factor: two that would read the same have the time they were added, others have not', async (t) => {
  const later = { ...app, id: 'b', enrolledAt: NOVEMBER + 61 }
  t.same(listed([app, later, sms, { ...app, id: 'c', name: 'Tablet' }]), [
    'Phone\u00a0· Nov 20, 2026, 12:00:00 PM UTC',
    'Phone\u00a0· Nov 20, 2026, 12:01:01 PM UTC',
    'number ending in\u00a04567\u00a0· Phone',
    'Tablet'
  ])
  t.same(listed([app, { ...later, enrolledAt: null }]), [
    'Phone\u00a0· Nov 20, 2026, 12:00:00 PM UTC',
    'Phone'
  ])
  const unnamed = { ...app, name: null }
  t.same(listed([unnamed, { ...unnamed, id: 'b' }])[0], 'Nov 20, 2026, 12:00:00 PM UTC')
  t.same(
    listed([sms, { ...sms, id: 'x', hint: '+*******8901' }])[1],
    'number ending in\u00a08901\u00a0· Phone'
  )
})
