import t from 'tap'
import { groupStates, previewQuery, readFilters, wordsOf, writeFilters } from '../src/gallery/filters.ts'

const choices = { screens: ['sign-in', 'forgot'], languages: ['en', 'ar'] }

t.test('filters: survive a round trip through the address, which omits defaults', async (t) => {
  for (const query of [
    '',
    '?screen=forgot',
    '?screen=sign-in&state=wrong+password&lang=ar&scheme=dark&size=390&dir=ltr'
  ])
    t.equal(writeFilters(readFilters(query, choices), choices), query)
})

t.test('filters: unknown values in the address are ignored', async (t) => {
  const initial = readFilters('', choices)
  t.same(readFilters('?screen=x&lang=xx&scheme=purple&size=9999&dir=up&other=1', choices), initial)
  t.same(initial, { screen: '', state: '', lang: 'en', scheme: 'system', size: '1280', dir: 'auto' })
})

t.test('states: are grouped by screen in order and match all words of the filter', async (t) => {
  const states = [
    { name: 'sign-in', screen: 'sign-in' },
    { name: 'forgot', screen: 'forgot' },
    { name: 'sign-in-wrong-password', screen: 'sign-in' }
  ]
  const names = (screen: string, state: string) =>
    [...groupStates(states, { screen, state })].map(([name, group]) => [name, group.map(({ name }) => name)])
  t.same(names('', ''), [
    ['sign-in', ['sign-in', 'sign-in-wrong-password']],
    ['forgot', ['forgot']]
  ])
  t.same(names('', 'Password wrong'), [['sign-in', ['sign-in-wrong-password']]])
  t.same(names('forgot', 'wrong'), [])
})

t.test('preview: its address has the language and whatever differs from the defaults', async (t) => {
  const filters = readFilters('', choices)
  t.equal(previewQuery('sign-in', filters), '?preview=sign-in&lang=en')
  const all = readFilters('?scheme=dark&dir=rtl', choices)
  t.equal(previewQuery('sign-in', all), '?preview=sign-in&lang=en&scheme=dark&dir=rtl')
  t.equal(wordsOf('second-factor-totp'), 'Second factor totp')
})
