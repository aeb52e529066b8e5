import { once } from 'node:events'
import { Agent, request } from 'undici'
import { WebSocket } from 'ws'

/** What was done, and what went wrong. */
export interface LoadResult {
  requests: number
  uploads: number
  messages: number
  events: number
  /** How many were opened, including reopened ones. */
  eventStreams: number
  webSockets: number
  errors: string[]
}

const MESSAGE_EVERY_MS = 100
/** Close code of a gateway that shuts down. https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
const GOING_AWAY = 1001

export interface StreamsOptions {
  /** Number of event streams, and of WebSockets. */
  count: number
  cookieOf: (number: number) => string
  mayEndStreams: boolean
  /** Results and errors are recorded here. */
  result: LoadResult
}

/** Event streams and WebSockets that stay open; see `openStreams`. */
export type OpenStreams = ReturnType<typeof openStreams>

/** Opens them, and reopens those that the other side may close cleanly. */
export function openStreams(url: string, { count, cookieOf, mayEndStreams, result }: StreamsOptions) {
  const agent = new Agent()
  const closes = new Set<() => void>()
  /** `closing`: closed by this side; `ending`: by the other side. */
  let state: 'open' | 'closing' | 'ending' = 'open'

  /** Records an end; returns whether to reopen the stream. */
  function reopens(end: string | null): boolean {
    if (state === 'closing') return false
    if (end !== null || (state === 'open' && !mayEndStreams)) result.errors.push(end ?? 'a stream ended')
    return state === 'open' && end === null
  }

  async function readEvents(cookie: string): Promise<string | null> {
    try {
      const response = await request(`${url}/events`, { headers: { cookie }, dispatcher: agent })
      if (response.statusCode !== 200) return `event stream: ${response.statusCode}`
      result.eventStreams += 1
      const close = () => void response.body.destroy()
      closes.add(close)
      if (state === 'closing') close()
      for await (const _chunk of response.body) result.events += 1
      closes.delete(close)
      return null
    } catch (err) {
      return `event stream: ${String(err)}`
    }
  }

  async function talk(cookie: string): Promise<string | null> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers: { cookie, origin: url } })
    const talking = setInterval(() => socket.readyState === socket.OPEN && socket.send('x'), MESSAGE_EVERY_MS)
    let failure: string | null = null
    socket.once('open', () => {
      result.webSockets += 1
    })
    socket.on('message', () => {
      result.messages += 1
    })
    socket.on('error', (err) => {
      failure = `WebSocket: ${err.message}`
    })
    const close = () => socket.terminate()
    closes.add(close)
    if (state === 'closing') close()
    const [code] = await once(socket, 'close')
    closes.delete(close)
    clearInterval(talking)
    return failure ?? (code === GOING_AWAY ? null : `WebSocket: closed with ${code}`)
  }

  async function stayOpen(open: (cookie: string) => Promise<string | null>, number: number): Promise<void> {
    while (reopens(await open(cookieOf(number))));
  }

  const all = Array.from({ length: count }, (_, number) => [
    stayOpen(readEvents, number),
    stayOpen(talk, number)
  ]).flat()
  return {
    /** Closes them. */
    async close(): Promise<void> {
      state = 'closing'
      for (const close of closes) close()
      await Promise.all(all)
      await agent.destroy()
    },
    /** Resolves when the other side has closed all of them; none is reopened. */
    async ended(): Promise<void> {
      state = 'ending'
      await Promise.all(all)
      await agent.destroy()
    }
  }
}
