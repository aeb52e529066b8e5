import t from 'tap'
import type { ChangeAnswer } from '../../src/account/changes/change.ts'
import { endOtherSessions, endSession } from '../../src/account/changes/sessions.ts'
import type { CallAnswer } from '../../src/account/gateway-client.ts'
import type { RenewalAnswer } from '../../src/account/renew.ts'
import { proof, toolsWith } from '../fixtures/account-calls.ts'

/** Ending other sessions on the account page. */

const done: CallAnswer = { kind: 'done' }
const refused = (code: string): CallAnswer => ({ kind: 'refused', code, reference: null })
const tooOld = refused('STEP_UP_REQUIRED')
const titleOf = (answer: ChangeAnswer) => (answer.kind === 'refused' ? answer.problem.title : answer.kind)

/** The calls of the page, in order. `answers`: of the gateway to each request to end something. */
function callsWith(answers: CallAnswer[], renewal: Partial<RenewalAnswer> = {}) {
  const made: string[] = []
  const calls = {
    renew: async (_: unknown, refreshToken: string) => {
      made.push(`renew by ${refreshToken}`)
      return { kind: 'renewed', tokens: proof, ...renewal } as RenewalAnswer
    },
    gateway: {
      end: async (_: unknown, query: string) => {
        made.push(query)
        return answers.shift() ?? refused('page/unreachable')
      }
    }
  }
  return { made, tools: toolsWith(calls) }
}

t.test('sessions: one ends without a renewal if this session is recent', async (t) => {
  const { made, tools } = callsWith([done])
  t.equal(titleOf(await endSession('a&b')(proof, tools)), 'done')
  t.same(made, ['id=a%26b'])
})

t.test('sessions: one ends after the session is as recent as the proof (ASVS 7.5.2)', async (t) => {
  const { made, tools } = callsWith([tooOld, done])
  t.equal(titleOf(await endSession('phone')(proof, tools)), 'done')
  t.same(made, ['id=phone', 'renew by refresh-token', 'id=phone'])
})

t.test('sessions: all others end after the session is as recent as the proof (ASVS 7.5.2)', async (t) => {
  const { made, tools } = callsWith([done])
  t.equal(titleOf(await endOtherSessions(proof, tools)), 'done')
  t.same(made, ['renew by refresh-token', 'others=1'])
})

for (const [what, answers, expected] of [
  ['a proof that is too old by now requires another', [tooOld, tooOld], 'too-old'],
  ['a lost session is left to the proof', [{ kind: 'signed-out' }], 'too-old'],
  ['an unknown one is a problem', [refused('NOT_FOUND')], 'problem.setup.title'],
  ['a gateway out of reach is a problem', [refused('page/unreachable')], 'problem.network.title']
] as const)
  t.test(`sessions: ending one, ${what}`, async (t) => {
    t.equal(titleOf(await endSession('phone')(proof, callsWith([...answers]).tools)), expected)
  })

for (const [kind, expected] of [
  ['failed', 'problem.network.title'],
  ['refused', 'problem.revoked.title'],
  ['other-account', 'problem.revoked.title']
] as const)
  t.test(`sessions: a renewal that is ${kind} ends nothing`, async (t) => {
    const one = callsWith([tooOld], { kind })
    t.equal(titleOf(await endSession('phone')(proof, one.tools)), expected)
    t.equal(one.made.length, 2)
    const all = callsWith([], { kind })
    t.equal(titleOf(await endOtherSessions(proof, all.tools)), expected)
    t.same(all.made, ['renew by refresh-token'])
  })
