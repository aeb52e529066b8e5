import { connect } from 'node:net'
import type { Visit } from './requests.ts'

/** Time without data after which a visitor gives up, in milliseconds. */
const PATIENCE_MS = 400

/** Makes one visit; resolves with the response when its connection is closed. */
export function pay(port: number, { bytes, sentBytes, leave }: Visit): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const chunks: Buffer[] = []
    const quiet = setTimeout(() => socket.destroy(), PATIENCE_MS)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(quiet)
      resolve(Buffer.concat(chunks).toString('latin1'))
    })
    socket.on('data', (chunk) => {
      quiet.refresh()
      chunks.push(chunk)
      if (leave === 'answer-reset') socket.resetAndDestroy()
    })
    socket.on('end', () => socket.end())
    socket.write(bytes.subarray(0, sentBytes), () => {
      if (leave === 'reset') socket.resetAndDestroy()
      if (leave === 'close') socket.destroy()
      if (leave === 'half-close') socket.end()
    })
  })
}
