import { request as requestOverHttp } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { WebSocket } from 'ws'

const VISITORS = 12
const UPLOADS = 3
const STREAMS = 4
const CHUNK = Buffer.alloc(16 * 1024)
const CHUNKS = 10
const CHUNK_EVERY_MS = 100
const MESSAGE_EVERY_MS = 100
const PAUSE_MS = 20

/** What was done, and what went wrong. */
export interface LoadResult {
  requests: number
  uploads: number
  messages: number
  events: number
  errors: string[]
}

/** Requests (one in ten takes 1.5 s), uploads of a second, event streams and WebSockets, until `stop`. */
export function startLoad(url: string, cookie: string): { stop(): Promise<LoadResult> } {
  const result: LoadResult = { requests: 0, uploads: 0, messages: 0, events: 0, errors: [] }
  const agent = new Agent({ connections: VISITORS, headersTimeout: 10_000 })
  const streams = new Agent()
  const headers = { cookie }
  let isOver = false
  const ends: (() => void)[] = []
  const fail = (what: string) => {
    if (!isOver) result.errors.push(what)
  }

  async function visit(): Promise<void> {
    for (let count = 1; !isOver; count++) {
      try {
        const answer = await request(`${url}/${count % 10 === 0 ? 'slow' : 'page'}`, {
          headers,
          dispatcher: agent
        })
        await answer.body.dump()
        result.requests += 1
        if (answer.statusCode !== 200) fail(`request: ${answer.statusCode}`)
      } catch (err) {
        fail(`request: ${String(err)}`)
      }
      await delay(PAUSE_MS)
    }
  }

  async function upload(): Promise<void> {
    while (!isOver) {
      const received = await sendSlowly(`${url}/upload`, cookie).catch((err: unknown) => String(err))
      result.uploads += 1
      if (received !== String(CHUNKS * CHUNK.length)) fail(`upload: ${received}`)
    }
  }

  async function watchEvents(): Promise<void> {
    try {
      const answer = await request(`${url}/events`, { headers, dispatcher: streams })
      ends.push(() => answer.body.destroy())
      for await (const _chunk of answer.body) result.events += 1
      fail('event stream: ended')
    } catch (err) {
      fail(`event stream: ${String(err)}`)
    }
  }

  function talk(): void {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers: { cookie, origin: url } })
    const talking = setInterval(() => socket.readyState === socket.OPEN && socket.send('x'), MESSAGE_EVERY_MS)
    socket.on('message', () => {
      result.messages += 1
    })
    socket.on('error', (err) => fail(`WebSocket: ${err.message}`))
    socket.on('close', (code) => fail(`WebSocket: closed with ${code}`))
    ends.push(() => {
      clearInterval(talking)
      socket.terminate()
    })
  }

  const finite = [...Array.from({ length: VISITORS }, visit), ...Array.from({ length: UPLOADS }, upload)]
  for (let count = 0; count < STREAMS; count++) {
    void watchEvents()
    talk()
  }
  return {
    async stop() {
      isOver = true
      await Promise.all(finite)
      for (const end of ends) end()
      await Promise.all([agent.destroy(), streams.destroy()])
      return result
    }
  }
}

/** The answer to a body of ten parts, sent over a second. */
function sendSlowly(url: string, cookie: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = requestOverHttp(url, { method: 'POST', headers: { cookie } }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve(text))
      answer.on('error', reject)
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
