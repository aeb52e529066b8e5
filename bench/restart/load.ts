import { Agent } from 'node:http'
import { statusOf } from '../fixture/status.ts'

/** What became of the requests of a load. */
export interface Responses {
  sent: number
  /** No answer, or one that is not the application's. */
  broken: number
  /** The statuses of those, each with how many; 0: no whole answer. */
  brokenBy: Map<number, number>
  /** Answers that say the session is no longer good. */
  sessionsLost: number
}

export interface Load {
  /** Stops sending; settles when every request is answered. */
  stop(): Promise<Responses>
}

const TICK_MS = 20
const CONNECTIONS = 60
const REQUEST_TIMEOUT_MS = 20_000

/** Sends so many requests a second over connections that are kept, one of six over a connection of its own. */
export function startLoad(url: string, headers: Record<string, string>, perSecond: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const responses: Responses = { sent: 0, broken: 0, brokenBy: new Map(), sessionsLost: 0 }
  const open = new Set<Promise<void>>()
  const startedAtMs = performance.now()

  function send(): void {
    responses.sent += 1
    const connection = responses.sent % 6 === 0 ? false : agent
    const request = statusOf(url, headers, connection, REQUEST_TIMEOUT_MS).then((status) => {
      if (status === 401 || status === 302) responses.sessionsLost += 1
      else if (status !== 200) {
        responses.broken += 1
        responses.brokenBy.set(status, (responses.brokenBy.get(status) ?? 0) + 1)
      }
      open.delete(request)
    })
    open.add(request)
  }

  const timer = setInterval(() => {
    const due = ((performance.now() - startedAtMs) / 1000) * perSecond
    while (responses.sent < due) send()
  }, TICK_MS)

  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      agent.destroy()
      return responses
    }
  }
}
