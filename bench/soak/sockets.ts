import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { request } from 'undici'
import { WebSocket } from 'ws'
import { PUBLIC_ORIGIN } from '../fixture/provider.ts'
import type { Findings } from './tally.ts'

const MESSAGE_EVERY_MS = 500
const BEFORE_ANOTHER_MS = 300

export interface SocketOptions {
  findings: Findings
  url: string
  /** A session that stays good for the whole run. */
  cookie: string
  /** Does a gateway restart now, or did it a moment ago? */
  restarts: () => boolean
  isOver: () => boolean
}

/** A WebSocket that talks, and another one when a restart ended it, until it is over. */
export async function talk({ findings, url, cookie, restarts, isOver }: SocketOptions): Promise<void> {
  while (!isOver()) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, {
      headers: { cookie, origin: PUBLIC_ORIGIN }
    })
    let failure = ''
    socket.on('error', (err) => {
      failure = err.message
    })
    socket.on('message', () => {
      findings.tally.messages += 1
    })
    const talking = setInterval(() => {
      if (isOver()) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.send('x')
    }, MESSAGE_EVERY_MS)
    const [code] = await once(socket, 'close')
    clearInterval(talking)
    if (!isOver() && !restarts()) findings.wrong('socketsLost', `WebSocket: ${code} ${failure}`)
    await wait(BEFORE_ANOTHER_MS)
  }
}

/** An event stream, and another one when a restart ended it, until it is over. */
export async function listen({ findings, url, cookie, restarts, isOver }: SocketOptions): Promise<void> {
  while (!isOver()) {
    try {
      const { statusCode, body } = await request(`${url}/events`, { headers: { cookie } })
      if (statusCode !== 200) throw new Error(String(statusCode))
      for await (const _event of body) {
        findings.tally.events += 1
        if (isOver()) break
      }
      if (!isOver() && !restarts()) findings.wrong('socketsLost', 'event stream: ended')
    } catch (err) {
      if (!isOver() && !restarts()) findings.wrong('socketsLost', `event stream: ${String(err)}`)
    }
    await wait(BEFORE_ANOTHER_MS)
  }
}
