import fc from 'fast-check'
import t from 'tap'
import { SIGNATURE_KEY } from '../../../test/fixtures/gateway.ts'
import type { Teardown } from '../../../test/fixtures/provider/stand-in.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'
import { identifierOf } from '../proof.ts'
import {
  challengeIn,
  createDevice,
  type Device,
  keep,
  ORIGIN,
  PROOF,
  pairOf,
  REFRESH,
  REGISTER,
  SESSION,
  signInToBind
} from './device.ts'

/** Around the lifetimes of challenges (60 s), proofs (600 s) and id tokens (3600 s). */
const PAUSES = [1, 59, 61, 299, 599, 601, 3601]
const CHALLENGE_SECONDS = 60
const PROOF_SECONDS = 600
/** How many are played; `HISTORIES=1000` searches for longer. */
const HISTORIES = Number(process.env.HISTORIES ?? 12)

const OF_HOLDER = ['bind', 'prove', 'request', 'refresh', 'sign out', 'steal both', 'steal session'] as const
type Step = readonly ['sign in' | 'rotate' | 'wait' | (typeof OF_HOLDER)[number], number]

/** Numbers choose one of the browsers and thieves so far, modulo their count. */
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...OF_HOLDER), fc.nat(9)) },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom('bind' as const, 'prove' as const, 'request' as const), fc.nat(9))
  },
  { weight: 4, arbitrary: fc.tuple(fc.constant('wait' as const), fc.constantFrom(...PAUSES)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('sign in' as const, 'rotate' as const), fc.constant(0)) }
)

interface Truth {
  /** The key that it is bound to. */
  device: Device | null
  isOver: boolean
  challenge: string
  signedInAtSeconds: number
}

/** A browser, or a thief with a copy of its cookies and a key of its own. */
interface Holder {
  session: Truth
  cookies: string
  device: Device
  /** Of the proof that it holds, in epoch seconds. */
  provenUntil: number
}

/** Plays a history; throws if a response is not the one that the rules give. */
async function play(t: Teardown, steps: readonly Step[]): Promise<Record<string, number>> {
  const before = await signInToBind(t)
  const config = { 'cookie.signatureKeys': [signatureKeyOf('newer'), SIGNATURE_KEY] }
  const after = await signInToBind(t, {}, { beside: before, state: before.state, config })
  const { now, advance } = before
  let gateway = before
  const holders: Holder[] = []
  const seen: Record<string, number> = {}

  const isBoundCookie = ({ cookies }: Holder) => /~k\.[^~]+~[^~]+/.test(pairOf(cookies, SESSION))
  const passes = (holder: Holder): boolean => {
    const { session, cookies, provenUntil } = holder
    if (session.isOver || pairOf(cookies, SESSION) === '') return false
    // A cookie with a key needs a live proof; one without is good until the session has a key.
    return isBoundCookie(holder)
      ? pairOf(cookies, PROOF) !== '' && now() < provenUntil
      : session.device === null
  }
  const expect = (what: string, expected: boolean, found: boolean, response: Response) => {
    const key = `${what} ${expected ? 'passes' : 'is refused'}`
    seen[key] = (seen[key] ?? 0) + 1
    if (expected !== found)
      throw new Error(`${what}: ${response.status}, expected to ${expected ? 'pass' : 'be refused'}`)
  }
  const setsProof = (response: Response) =>
    response.headers.getSetCookie().some((line) => line.startsWith(`${PROOF}=v1.`))

  async function take([what, number]: Step): Promise<void> {
    if (what === 'wait') return advance(number)
    if (what === 'rotate') {
      gateway = after
      return
    }
    if (what === 'sign in' || holders.length === 0) {
      const { cookies, challenge } = await gateway.begin()
      const session = { device: null, isOver: false, challenge, signedInAtSeconds: now() }
      holders.push({ session, cookies, device: await createDevice(), provenUntil: 0 })
      return
    }
    const holder = holders[number % holders.length]!
    const { session, cookies, device } = holder
    switch (what) {
      case 'steal both':
      case 'steal session':
        holders.push({
          ...holder,
          cookies: what === 'steal both' ? cookies : pairOf(cookies, SESSION),
          device: await createDevice()
        })
        return
      case 'request':
        // The second one finds the session in the cache, and the third one its proof as well.
        for (const _each of [1, 2, 3]) {
          const response = await gateway.call('/', holder.cookies)
          expect(what, passes(holder), response.status === 200, response)
          holder.cookies = keep(holder.cookies, response)
        }
        return
      case 'refresh': {
        const response = await gateway.post('/_auth/refresh?force=1', cookies, { origin: ORIGIN })
        expect(what, passes(holder), response.status === 200, response)
        holder.cookies = keep(cookies, response)
        return
      }
      case 'bind': {
        const mayBind = passes(holder) && session.device === null
        const isLive = now() <= session.signedInAtSeconds + CHALLENGE_SECONDS
        const proof = await device.register(session.challenge)
        const response = await gateway.post(REGISTER, cookies, { 'secure-session-response': proof })
        expect(what, mayBind && isLive, response.status === 200 && setsProof(response), response)
        holder.cookies = keep(cookies, response)
        if (response.status !== 200) return
        session.device = device
        holder.provenUntil = now() + PROOF_SECONDS
        return
      }
      case 'prove': {
        const id = holder.session.device === null ? {} : identify(holder)
        const asked = await gateway.post(REFRESH, cookies, id)
        const proof = await device.sign(challengeIn(asked) || session.challenge)
        const response = await gateway.post(REFRESH, cookies, { ...id, 'secure-session-response': proof })
        const isOwn = isBoundCookie(holder) && !session.isOver && session.device === device
        expect(what, isOwn, setsProof(response), response)
        holder.cookies = keep(cookies, response)
        if (setsProof(response)) holder.provenUntil = now() + PROOF_SECONDS
        return
      }
      case 'sign out': {
        const response = await gateway.post('/logout', cookies, { origin: ORIGIN })
        if (pairOf(cookies, SESSION) !== '' && response.status === 204) session.isOver = true
        holder.cookies = keep(cookies, response)
      }
    }
  }

  try {
    for (const one of [['sign in', 0] as const, ...steps]) await take(one)
  } finally {
    await Promise.all([before.app.close(), after.app.close()])
  }
  return seen
}

/** The id that a browser keeps with its key. */
function identify({ cookies }: Holder): Record<string, string> {
  return {
    'sec-secure-session-id': identifierOf({ session: { id: cookies.split('~')[2] ?? '' }, origin: ORIGIN })
  }
}

/** Short ones that matter: a proof runs out while it is remembered; copies of a session that is bound later, across a reload. */
const FOUND: [Step[]][] = [
  [
    [
      ['bind', 0],
      ['request', 0],
      ['wait', 599],
      ['request', 0],
      ['wait', 1],
      ['request', 0],
      ['prove', 0],
      ['request', 0]
    ]
  ],
  [
    [
      ['steal session', 0],
      ['request', 1],
      ['bind', 0],
      ['rotate', 0],
      ['request', 0],
      ['prove', 0],
      ['request', 1],
      ['bind', 1],
      ['prove', 1],
      ['steal both', 0],
      ['request', 2],
      ['prove', 2],
      ['wait', 601],
      ['request', 2],
      ['sign out', 2],
      ['prove', 0]
    ]
  ]
]

t.test(
  'device binding: whatever browsers and thieves do, a key needs a live proof, and what is bound stays bound',
  async (t) => {
    const seen: Record<string, number> = {}
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
        for (const [what, count] of Object.entries(await play(t, steps)))
          seen[what] = (seen[what] ?? 0) + count
      }),
      { numRuns: HISTORIES, includeErrorInReport: true, endOnFailure: true, examples: FOUND }
    )
    for (const what of ['bind', 'prove', 'request', 'refresh'])
      for (const result of ['passes', 'is refused'])
        t.ok((seen[`${what} ${result}`] ?? 0) > 0, `${what} ${result}: ${seen[`${what} ${result}`]}`)
  }
)
