import t from 'tap'
import { providerLanguage } from '../../src/auth/provider-language.ts'

t.test('provider: languages with other codes at Google use those codes', async (t) => {
  t.equal(providerLanguage('zh-Hans'), 'zh-CN')
  t.equal(providerLanguage('zh-Hant'), 'zh-TW')
  t.equal(providerLanguage('he'), 'iw')
  t.equal(providerLanguage('nb'), 'no')
})

t.test('provider: every other language is used unchanged', async (t) => {
  for (const locale of 'en de fr es pt-BR it nl pl tr ja ko ar th vi id sv da fi el'.split(' '))
    t.equal(providerLanguage(locale), locale)
})
