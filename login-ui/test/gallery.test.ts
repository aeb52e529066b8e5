import t from 'tap'
import { groupStates, previewQuery, readFilters, wordsOf, writeFilters } from '../src/gallery/filters.ts'
import { problemWords } from '../src/gallery/problem-words.ts'

const choices = { screens: ['sign-in', 'forgot'], languages: ['en', 'ar'] }

t.test('filters: from the address and back, nothing lost and defaults left out', async (t) => {
  for (const query of [
    '',
    '?screen=forgot',
    '?screen=sign-in&state=wrong+password&lang=ar&scheme=dark&size=390&dir=ltr'
  ])
    t.equal(writeFilters(readFilters(query, choices), choices), query)
})

t.test('filters: address with what does not exist, as if it were not there', async (t) => {
  const initial = readFilters('', choices)
  t.same(readFilters('?screen=x&lang=xx&scheme=purple&size=9999&dir=up&other=1', choices), initial)
  t.same(initial, { screen: '', state: '', lang: 'en', scheme: 'system', size: '1280', dir: 'auto' })
})

t.test('states: by screen in their order, all words of a filter in the name', async (t) => {
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

t.test('preview: its address says what differs from the usual', async (t) => {
  const filters = readFilters('', choices)
  t.equal(previewQuery('sign-in', filters, null), '?preview=sign-in&lang=en')
  const all = readFilters('?scheme=dark&dir=rtl', choices)
  t.equal(previewQuery('sign-in', all, 'abc'), '?preview=sign-in&lang=en&theme=abc&scheme=dark&dir=rtl')
  t.equal(wordsOf('second-factor-totp'), 'Second factor totp')
})

t.test('problem: whole sentences, with a hint or without one', async (t) => {
  const message = 'must have at most 80 characters'
  t.equal(
    problemWords({ message, hint: 'Name of the application, as `Acme`.' }, 'name'),
    'name must have at most 80 characters. Name of the application, as Acme.'
  )
  t.equal(problemWords({ message, hint: '' }, 'name'), 'name must have at most 80 characters.')
  t.equal(problemWords({ message: 'Nobody answers', hint: 'Try again.' }), 'Nobody answers. Try again.')
})
