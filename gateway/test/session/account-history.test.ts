import t from 'tap'
import { type Mode, startHistoryPlayer } from '../fixtures/account-history/player.ts'
import { playAny, stepsOf } from '../fixtures/account-history/steps.ts'

const MODES: readonly Mode[] = ['exchange', 'handover', 'handover with credentials']
const RESTORED =
  'sign in, request/1, wait/101, outage/connection reset/account calls, request/1, wait/600, outage/503/refreshes, request/1, recovery, wait/66, request/1'
const DISABLED = 'sign in, wait/5, disable, refresh/0'

/** Histories with an outcome of their own, and short ones that once violated an invariant, by mode and what is seen. */
const FOUND: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['exchange', 'handover'].flatMap((mode) => [
      [
        `${mode}, disabled and restored, an outage ends no session`,
        `sign in, wait/101, disable, request/0, enable, ${RESTORED}`
      ],
      [
        `${mode}, deleted and restored, an outage ends no session`,
        `sign in, wait/101, delete, request/0, create, ${RESTORED}`
      ]
    ])
  ),
  'exchange, account recreated between two look-ups, the old session ends':
    'sign in, wait/50, delete, create, sign in, request/1, request/0, wait/101, request/1',
  'exchange, sign-out everywhere ends the cookie from before a refresh':
    'sign in, wait/600, request/0, request/0, wait/5, sign out everywhere/1, request/0, request/1, wait/1, sign in, request/3',
  'exchange, enabled again and looked up, an outage does not end the session': `${DISABLED}, enable, wait/101, request/0, wait/600, outage/503/refreshes, request/0`,
  'exchange, disabled and not looked up since, refused in an outage': `${DISABLED}, wait/600, outage/503/refreshes, request/0`,
  'handover, two sessions of one sign-in, refreshed one after the other, each keeps its own cookie':
    'sign in, post renewed/0, wait/601, request/1, request/0',
  'handover, two sessions of one sign-in, one signed out, every copy of its cookie is rejected':
    'sign in, post renewed/0, wait/601, request/1, request/0, sign out/3, wait/61, request/0, request/3, request/1, request/2',
  'exchange, signed out everywhere with an expired cookie, which is rejected as well':
    'sign in, wait/599, sign out everywhere/0, request/0',
  'handover, account disabled and enabled again, provider down at the next look-up':
    'sign in, disable, wait/599, request/0, enable, sign in, outage/429/everything, request/0',
  'handover with credentials, account disabled after it was signed out everywhere':
    'sign in, wait/601, sign out everywhere/0, disable, request/0',
  'handover, two sessions of one sign-in across a restart: a finding about one counts for both':
    'sign in, restart, post again/0, disable, wait/601, request/0, request/1'
}

for (const [name, text] of Object.entries(FOUND))
  t.test(`account history: ${name}`, async (t) => {
    const [mode = 'exchange'] = MODES.filter((one) => name.startsWith(`${one}, `))
    const steps = stepsOf(text)
    t.equal((await (await startHistoryPlayer(t)).play(mode, steps)).length, steps.length)
  })

for (const mode of MODES)
  t.test(`account history: ${mode}, outages sign no one out, access ends in time`, async (t) => {
    await t.resolves(playAny(await startHistoryPlayer(t), mode, { histories: 15 }))
  })
