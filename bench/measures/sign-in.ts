import { Agent } from 'node:http'
import type { SessionTokens } from '../../gateway/stand-in/tokens/token-issuer.ts'
import { type Figure, figure, type Plan } from '../figures.ts'
import { withGateway } from '../fixture/gateway.ts'
import type { BenchProvider } from '../fixture/provider.ts'
import { postSignIn } from '../fixture/sign-in.ts'

const AT_ONCE = 1000
/** As many as a browser keeps busy for several visitors: the processor time is that of the work, not of waiting. */
const CONNECTIONS = 10
const WARM_UP = 300

/** Sign-ins: the processor time of one, and until the last of a thousand visitors who come at once has a session. */
export async function measureSignIn(provider: BenchProvider, { starts }: Plan): Promise<Figure[]> {
  const rounds = Math.min(starts, 3)
  return await withGateway(
    provider,
    async ({ gateway }) => {
      const cpuMicroseconds: number[] = []
      const atOnceMs: number[] = []
      await signInAll(gateway.url, await provider.signIn(WARM_UP), CONNECTIONS)
      while (cpuMicroseconds.length < rounds) {
        const [inTurn, together] = [await provider.signIn(AT_ONCE), await provider.signIn(AT_ONCE)]
        const before = await gateway.usage()
        await signInAll(gateway.url, inTurn, CONNECTIONS)
        const after = await gateway.usage()
        cpuMicroseconds.push((after.cpuMicroseconds - before.cpuMicroseconds) / AT_ONCE)
        const startedAtMs = performance.now()
        await signInAll(gateway.url, together, AT_ONCE)
        atOnceMs.push(performance.now() - startedAtMs)
      }
      return [
        figure('sign-in (POST session): processor time', 'µs', cpuMicroseconds),
        figure(`${AT_ONCE} sign-ins at once: until all have a session`, 'ms', atOnceMs)
      ]
    },
    { GATEHOUSE_SESSION_SIGN_INS_PER_MINUTE: '0' }
  )
}

/** Rejects unless each begins a session. */
async function signInAll(url: string, users: readonly SessionTokens[], connections: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const statuses = await Promise.all(users.map((tokens) => postSignIn(url, tokens, agent)))
  agent.destroy()
  const refused = statuses.filter((status) => status !== 200)
  if (refused.length > 0) throw new Error(`sign-ins refused: ${refused.length}, the first with ${refused[0]}`)
}
