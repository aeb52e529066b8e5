import { request as requestOverHttp } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { type LoadResult, type OpenStreams, openStreams } from './streams.ts'

const VISITORS = 12
const UPLOADS = 3
/** Number of event streams, and of WebSockets. */
const STREAMS = 4
const CHUNK = Buffer.alloc(16 * 1024)
const CHUNKS = 10
const CHUNK_EVERY_MS = 100
const PAUSE_MS = 20

export interface Load {
  /** Starts nothing more. Resolves when all responses have arrived, and streams are closed on this side. */
  stop(): Promise<LoadResult>
  /** The same for a gateway that shuts down, which ends the streams itself. */
  finish(): Promise<LoadResult>
}

export interface LoadOptions {
  /** Cookie of the visitors. */
  cookies: readonly string[]
  /** Whether the gateway may close streams cleanly, which are then reopened. Default false. */
  mayEndStreams?: boolean
}

/** A result of nothing yet. */
export function createLoadResult(): LoadResult {
  return { requests: 0, uploads: 0, messages: 0, events: 0, eventStreams: 0, webSockets: 0, errors: [] }
}

/** Requests (one in ten takes 1.5 s), uploads of a second, event streams and WebSockets, until `stop`. */
export function startLoad(url: string, { cookies, mayEndStreams = false }: LoadOptions): Load {
  const result = createLoadResult()
  const agent = new Agent({ connections: VISITORS, headersTimeout: 10_000 })
  const cookieOf = (number: number) => cookies[number % cookies.length] ?? ''
  let isOver = false

  async function visit(_: unknown, visitor: number): Promise<void> {
    for (let count = 1; !isOver; count++) {
      try {
        const response = await request(`${url}/${count % 10 === 0 ? 'slow' : 'page'}`, {
          headers: { cookie: cookieOf(visitor) },
          dispatcher: agent
        })
        await response.body.dump()
        result.requests += 1
        if (response.statusCode !== 200) result.errors.push(`request: ${response.statusCode}`)
      } catch (err) {
        result.errors.push(`request: ${String(err)}`)
      }
      await delay(PAUSE_MS)
    }
  }

  async function upload(_: unknown, visitor: number): Promise<void> {
    while (!isOver) {
      const received = await sendSlowly(`${url}/upload`, cookieOf(visitor)).catch((err: unknown) =>
        String(err)
      )
      result.uploads += 1
      if (received !== String(CHUNKS * CHUNK.length)) result.errors.push(`upload: ${received}`)
    }
  }

  const finite = [...Array.from({ length: VISITORS }, visit), ...Array.from({ length: UPLOADS }, upload)]
  const streams: OpenStreams = openStreams(url, { count: STREAMS, cookieOf, mayEndStreams, result })

  async function end(endStreams: () => Promise<void>): Promise<LoadResult> {
    isOver = true
    await Promise.all(finite)
    await endStreams()
    await agent.destroy()
    return result
  }

  return { stop: () => end(streams.close), finish: () => end(streams.ended) }
}

/** The response to a body of ten parts, sent over a second. */
function sendSlowly(url: string, cookie: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = requestOverHttp(url, { method: 'POST', headers: { cookie } }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve(text))
      response.on('error', reject)
    })
    sending.on('error', reject)
    void (async () => {
      for (let count = 0; count < CHUNKS; count++) {
        sending.write(CHUNK)
        await delay(CHUNK_EVERY_MS)
      }
      sending.end()
    })()
  })
}
