import t from 'tap'
import { type BindingBrowser, startHistoryPlayer } from '../../../test/fixtures/account-history/player.ts'
import { playAny, stepsOf } from '../../../test/fixtures/account-history/steps.ts'
import { SIGNATURE_KEY } from '../../../test/fixtures/gateway.ts'
import { createProofs, identifierOf } from '../proof.ts'
import { createDevice, ORIGIN, REFRESH, REGISTER } from './device.ts'

/** A browser with one key for all its sessions. */
async function createBrowser(): Promise<BindingBrowser> {
  const device = await createDevice()
  return {
    config: { publicUrl: ORIGIN, 'session.deviceBinding.mode': 'required' },
    async sign(purpose, cookie, now) {
      const fields = cookie.split('~')
      const place = { session: { id: fields[2] ?? '', device: fields.at(-2) ?? '' }, origin: ORIGIN }
      const challenge = createProofs([SIGNATURE_KEY], now).challenge(purpose, place)
      const isNew = purpose === 'register'
      const proof = await (isNew ? device.register(challenge) : device.sign(challenge))
      return {
        path: isNew ? REGISTER : REFRESH,
        headers: { 'sec-secure-session-id': identifierOf(place), 'secure-session-response': proof }
      }
    }
  }
}

/** Histories of bound sessions, and what each step results in; `done`: no visit, or the browser dropped the session before it. */
const FOUND: Readonly<Record<string, { steps: string; ends: string }>> = {
  'an outage at the refresh of the id token ends none': {
    steps:
      'sign in, wait/601, outage/503/refreshes, request/0, wait/301, request/0, recovery, wait/66, request/0',
    ends: 'passes done done unavailable done unavailable done done passes'
  },
  'of a disabled account, it ends, also at the proof of its device': {
    steps: 'sign in, wait/101, disable, request/0, request/0, wait/59, request/0',
    ends: 'passes done done ended done done done'
  },
  'of an account that is enabled again, it goes on once that is looked up': {
    steps: 'sign in, wait/101, disable, request/0, enable, request/0, wait/101, request/0',
    ends: 'passes done done ended done done done passes'
  },
  'signed out everywhere, it ends at the proof of its device': {
    steps: 'sign in, sign in, sign out everywhere/1, request/0',
    ends: 'passes passes signed-out done'
  }
}

for (const [name, { steps, ends }] of Object.entries(FOUND))
  t.test(`device binding: a bound session: ${name}`, async (t) => {
    const player = await startHistoryPlayer(t, await createBrowser())
    const results = await player.play('exchange', stepsOf(steps))
    t.equal(results.join(' ').replaceAll('signed out', 'signed-out'), ends)
  })

for (const mode of ['exchange', 'handover'] as const)
  t.test(`device binding: ${mode}, troubles of the provider end no bound session`, async (t) => {
    const player = await startHistoryPlayer(t, await createBrowser())
    // A browser posts a sign-in again when its response was lost: then nothing has been bound.
    await t.resolves(playAny(player, mode, { histories: 8, without: 'post again' }))
  })
