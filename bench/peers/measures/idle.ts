import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { readTree } from '../process-tree.ts'
import { PATH, type StartedPeer } from '../started-peer.ts'

/** What a peer holds for connections that have been used once and are kept. */
export interface IdleResult {
  /** That were opened, and still open when the memory was read. */
  opened: number
  open: number
  memoryBeforeBytes: number
  memoryBytes: number
}

/** Files beside the sockets that a process has open. */
const OTHER_FILES = 500
const AT_ONCE = 100
const SETTLE_MS = 2000
const ANSWER_LIMIT_MS = 10_000

/**
 * How many connections a gateway can hold on this machine, at most `wanted`: it keeps a second descriptor for each, to reach
 * the application.
 */
export function connectionsAllowed(
  wanted: number,
  limits = readFileSync('/proc/self/limits', 'utf8')
): number {
  const hard = /^Max open files\s+\d+\s+(\d+)/m.exec(limits)?.[1]
  return hard === undefined ? wanted : Math.min(wanted, Math.floor(Number(hard) / 2) - OTHER_FILES)
}

/** Opens connections, asks once on each and leaves it open. Rejects when an answer is not the application's. */
export async function measureIdle(
  { running, url, headers }: StartedPeer,
  body: string,
  count: number
): Promise<IdleResult> {
  const { port } = new URL(url)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${PATH} HTTP/1.1\r\n${lines.join('')}\r\n`
  const memoryBeforeBytes = readTree(running.pids).memoryBytes
  const sockets: Socket[] = []
  try {
    while (sockets.length < count) {
      const batch = Math.min(AT_ONCE, count - sockets.length)
      sockets.push(
        ...(await Promise.all(Array.from({ length: batch }, () => askOnce(Number(port), request, body))))
      )
    }
    await wait(SETTLE_MS)
    const open = sockets.filter((socket) => socket.readyState === 'open').length
    return { opened: count, open, memoryBeforeBytes, memoryBytes: readTree(running.pids).memoryBytes }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

function askOnce(port: number, request: string, body: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let text = ''
    const fail = (why: string) => {
      socket.destroy()
      reject(new Error(`a connection of many: ${why}`))
    }
    socket.setTimeout(ANSWER_LIMIT_MS, () => fail('no answer'))
    socket.on('error', (err) => fail(err.message))
    // A connection that got its response may be closed: that is counted later.
    socket.on('end', () => fail(`closed after ${text.slice(0, 40)}`))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (!text.includes(body)) return
      socket.setTimeout(0)
      resolve(socket)
    })
  })
}
