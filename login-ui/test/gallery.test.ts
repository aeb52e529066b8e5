import t from 'tap'
import { groupStates, previewQuery, readFilters, wordsOf, writeFilters } from '../src/gallery/filters.ts'

const choices = {
  show: ['sign-in', 'forgot'],
  lang: ['en', 'ar'],
  scheme: ['system', 'light', 'dark'],
  preset: ['', 'iris']
}

t.test('filters: survive a round trip through the address, which omits defaults', async (t) => {
  for (const query of [
    '',
    '?show=forgot',
    '?show=forgot&state=wrong+password&lang=ar&scheme=dark&preset=iris'
  ])
    t.equal(writeFilters(readFilters(query, choices), choices), query)
})

t.test('filters: unknown values in the address are ignored', async (t) => {
  const initial = readFilters('', choices)
  t.same(readFilters('?show=x&lang=xx&scheme=purple&preset=none&other=1', choices), initial)
  t.same(initial, { show: 'sign-in', state: '', lang: 'en', scheme: 'system', preset: '' })
})

t.test('states: are grouped by screen in order and match all words of the filter', async (t) => {
  const states = [
    { name: 'sign-in', screen: 'sign-in' },
    { name: 'forgot', screen: 'forgot' },
    { name: 'sign-in-wrong-password', screen: 'sign-in' }
  ]
  const names = (words: string) =>
    [...groupStates(states, words)].map(([name, group]) => [name, group.map(({ name }) => name)])
  t.same(names(''), [
    ['sign-in', ['sign-in', 'sign-in-wrong-password']],
    ['forgot', ['forgot']]
  ])
  t.same(names('Password wrong'), [['sign-in', ['sign-in-wrong-password']]])
  t.same(names('forgot wrong'), [])
})

t.test('preview: its address has the language and whatever differs from the defaults', async (t) => {
  t.equal(previewQuery('sign-in', readFilters('', choices)), '?preview=sign-in&lang=en')
  const all = readFilters('?scheme=dark&preset=iris', choices)
  t.equal(previewQuery('sign-in', all), '?preview=sign-in&lang=en&scheme=dark&preset=iris')
  t.equal(wordsOf('second-factor-totp'), 'Second factor totp')
})
