import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { OpenStream, StreamEnd } from '../http/open-streams.ts'
import { buildCloseFrame, createFrameTracker } from './websocket-frames.ts'

/** How long one side may take to read what is left when the other one has gone, in milliseconds. */
const LINGER_MS = 10_000
/** How long a closing handshake may take (RFC 6455, 7.1.1), in milliseconds. */
const CLOSING_MS = 2000
/** After that much silence the system asks whether the other side is still there, in milliseconds. */
const KEEP_ALIVE_MS = 60_000
/** Why the gateway ends a tunnel, in the close codes of RFC 6455, 7.4.1. */
const CLOSE_CODES: Readonly<Record<StreamEnd, number>> = { 'going-away': 1001, 'not-admitted': 1008 }

/**
 * Moves bytes between a client and its upstream after `101 Switching Protocols`, in both directions, each only as fast as
 * the other side reads. Messages are not parsed, so that extensions and subprotocols are those the two agreed on, and no
 * size is too large. `onClose`: both connections have ended.
 */
export function openTunnel(client: Duplex, upstream: Duplex, onClose: () => void): OpenStream {
  const frames = createFrameTracker()
  let closeCode: number | null = null
  let isCloseSent = false
  let late: NodeJS.Timeout | undefined
  let open = 2

  function destroy(): void {
    client.destroy()
    upstream.destroy()
  }

  function destroyAfter(ms: number): void {
    clearTimeout(late)
    late = setTimeout(destroy, ms)
  }

  /** The client answers with a close frame of its own, which reaches the upstream like everything that it sends. */
  function sendClose(code: number): void {
    isCloseSent = true
    client.write(buildCloseFrame(code))
    // What the upstream still says comes after the end; it must not keep it from reading the client's answer.
    upstream.resume()
  }

  function passOn(chunk: Buffer): void {
    if (isCloseSent) return
    const boundary = frames.advance(chunk)
    const code = boundary === -1 ? null : closeCode
    const kept = code === null ? chunk : chunk.subarray(0, boundary)
    if (!client.write(kept)) upstream.pause()
    if (code !== null) sendClose(code)
  }

  for (const [side, other] of [
    [client, upstream],
    [upstream, client]
  ] as const) {
    if (side instanceof Socket) side.setTimeout(0).setKeepAlive(true, KEEP_ALIVE_MS)
    side.on('error', destroy)
    side.once('close', () => {
      open -= 1
      if (open === 0) {
        clearTimeout(late)
        onClose()
        return
      }
      other.end()
      // Nobody writes to a closed side: what still comes from the other one is read to see its end.
      other.resume()
      destroyAfter(LINGER_MS)
    })
  }
  upstream.on('data', passOn)
  upstream.once('end', () => client.end())
  client.on('drain', () => upstream.resume())
  client.pipe(upstream)

  return {
    end(because) {
      if (closeCode !== null) return
      closeCode = CLOSE_CODES[because]
      destroyAfter(CLOSING_MS)
      if (frames.isBetweenFrames()) sendClose(closeCode)
    },
    destroy
  }
}
