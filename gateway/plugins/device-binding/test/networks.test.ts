import t from 'tap'
import type { Teardown } from '../../../test/fixtures/provider/stand-in.ts'
import { challengeIn, keep, PROOF, pairOf, resultOf, signInToBind } from './device.ts'

const FOUR = '192.0.2.1'
const SIX = '2001:db8::1'
const THIRD = '198.51.100.1'

/** A visitor with `recheckOn: [network]`, whose browser has proved its device from one address. */
async function visitFrom(t: Teardown, first: string) {
  const config = { trustedProxies: ['127.0.0.1'] }
  const { bind, call, advance } = await signInToBind(t, { recheckOn: ['network'] }, { config })
  const { cookies, device, ask } = await bind()
  const at = (address: string) => ({ 'x-forwarded-for': address })
  let kept = cookies

  async function answer(challenge: string, address: string): Promise<void> {
    const proof = { 'secure-session-response': await device.sign(challenge) }
    kept = keep(kept, await ask(kept, { ...at(address), ...proof }))
  }
  const prove = async (address: string) => answer(challengeIn(await ask(kept, at(address))), address)

  /** Loads a page as a browser does; how often it was sent round. */
  async function visit(address: string, { provesFrom = address, answers = true } = {}): Promise<number> {
    for (let rounds = 0; rounds < 20; rounds += 1) {
      const response = await call('/', kept, at(address))
      if (response.status === 200) return rounds
      kept = keep(kept, response)
      await (answers ? answer(challengeIn(response), provesFrom) : prove(provesFrom))
    }
    return Number.POSITIVE_INFINITY
  }

  await prove(first)
  return {
    advance,
    prove,
    visit,
    proof: () => pairOf(kept, PROOF),
    /** Result of a request with copies of the cookies. */
    copied: async (address: string) => resultOf(await call('/', kept, at(address)))
  }
}

t.test(
  'device binding: recheckOn, a browser that alternates between networks proves each of them once',
  async (t) => {
    const { visit, copied, proof } = await visitFrom(t, FOUR)
    const rounds = []
    for (const address of [FOUR, SIX, FOUR, SIX, '2001:db8::2', FOUR]) rounds.push(await visit(address))
    t.same(rounds, [0, 1, 0, 0, 0, 0])
    t.equal(await copied(THIRD), '307', 'copies are refused in any other')
    t.equal(await visit(THIRD, { provesFrom: FOUR }), 1, 'requests may take another way than proofs')
    t.ok(proof().length <= 200)
  }
)

t.test(
  'device binding: recheckOn, a browser that ignores challenges sent ahead proves itself at each change',
  async (t) => {
    const { visit } = await visitFrom(t, FOUR)
    const rounds = []
    for (const address of [SIX, FOUR, SIX]) rounds.push(await visit(address, { answers: false }))
    t.same(rounds, [1, 1, 1])
    t.equal(await visit(FOUR, { answers: false, provesFrom: SIX }), Number.POSITIVE_INFINITY)
  }
)

t.test(
  'device binding: recheckOn, a browser in ever other networks is held to none until its proof runs out',
  async (t) => {
    const { visit, copied, advance } = await visitFrom(t, FOUR)
    const rounds = []
    for (const last of [2, 3, 4, 5]) rounds.push(await visit(`192.0.2.${last}`))
    t.same(rounds, [1, 1, 1, 0])
    t.equal(await copied(THIRD), '200')
    advance(600)
    t.equal(await copied(THIRD), '401 DEVICE_PROOF_REQUIRED')
  }
)

t.test('device binding: recheckOn, the next proof without a change is good in one network', async (t) => {
  const { visit, copied, prove } = await visitFrom(t, FOUR)
  await visit(SIX)
  t.equal(await copied(FOUR), '200')
  await prove(SIX)
  t.same([await copied(SIX), await copied(FOUR)], ['200', '307'])
})
