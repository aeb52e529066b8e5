import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Tally } from './tally.ts'

const REQUESTS = 2000
const STAY_MS = 1000
const PAUSE_MS = 4000

export interface FloodOptions {
  tally: Tally
  /** Origins of the gateways. */
  origins: readonly string[]
  isOver: () => boolean
}

/** A client that pipelines 2,000 requests, reads every second time, and leaves in the middle; until it is over. */
export async function flood({ tally, origins, isOver }: FloodOptions): Promise<void> {
  for (let turn = 0; !isOver(); turn++) {
    const { hostname, port, host } = new URL(origins[turn % origins.length] ?? '')
    // One of them is restarted now and then.
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.write(`GET /login HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(REQUESTS))
    if (turn % 4 < 2) socket.resume()
    tally.floods += 1
    await wait(STAY_MS)
    socket.destroy()
    await wait(PAUSE_MS)
  }
}
