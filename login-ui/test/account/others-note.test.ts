import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { othersNote } from '../../src/account/screens/change-screens.tsx'
import { textsIn } from '../../src/lib/i18n.ts'
import { repository } from '../fixtures/repository.ts'

const FOLDER = new URL('login-ui/locales/', repository)
const textOf = (locale: string) =>
  textsIn(JSON.parse(readFileSync(new URL(`${locale}.json`, FOLDER), 'utf8')))

for (const [seconds, words] of [
  [3600, 'within the hour.'],
  [3599, 'within 60 minutes.'],
  [300, 'within 5 minutes.'],
  [61, 'within 2 minutes.'],
  [60, 'within 1 minute.'],
  [1, 'within 1 minute.']
] as const)
  t.test(`other devices: signed out after ${seconds} s at most, the note says ${words}`, async (t) => {
    const note = othersNote(seconds, 'en', textOf('en'))
    t.equal(note, `You stay signed in here. Other devices are signed out ${words}`)
  })

t.test('other devices: every language has its own text with the minutes', async (t) => {
  const locales = readdirSync(FOLDER).map((name) => name.replace('.json', ''))
  t.ok(locales.length >= 15)
  const notes = new Set(locales.map((locale) => othersNote(300, locale, textOf(locale))))
  t.equal(notes.size, locales.length)
  for (const note of notes) t.match(note, /^[^{}]*[5٥][^{}]*$/, note)
})
