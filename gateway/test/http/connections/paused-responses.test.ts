import t, { type Test } from 'tap'
import type { Dispatcher } from 'undici'
import { createOutboundPool } from '../../../src/http/connections/outbound-pool.ts'
import { startScriptedApplication } from '../../fixtures/wire/scripted-application.ts'

const CLOSE = 'Connection: close'
type Ending = 'end' | 'reset'

/** How a response ends whose reader pauses at its body, and what it received of it; the server ends the connection then. */
async function read(t: Test, head: string, body: string, ending: Ending) {
  const application = await startScriptedApplication(t)
  const pool = createOutboundPool(application.url, {
    connections: null,
    connectTimeoutMs: 5000,
    headersTimeoutMs: 5000,
    bodyTimeoutMs: 5000
  })
  t.teardown(() => pool.destroy())
  application.respond = ({ socket }) => void socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`)
  let received = ''
  const result = await new Promise<string>((resolve) => {
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart() {},
      onResponseData(controller, chunk) {
        received += chunk
        controller.pause()
        const [socket] = application.sockets
        if (ending === 'end') socket?.end()
        else socket?.resetAndDestroy()
      },
      onResponseEnd: () => resolve('complete'),
      onResponseError: () => resolve('failed')
    }
    pool.dispatch({ path: '/', method: 'GET' }, handler)
  })
  return [result, received]
}

for (const [what, head, body, result] of [
  ['its length is announced', `Content-Length: 4\r\n${CLOSE}`, 'abcd', 'complete'],
  ['the connection could be kept', 'Content-Length: 4', 'abcd', 'complete'],
  ['its end is that of the connection', CLOSE, 'abcd', 'complete'],
  ['a byte is missing', `Content-Length: 5\r\n${CLOSE}`, 'abcd', 'failed'],
  ['a byte is missing, the connection could be kept', 'Content-Length: 5', 'abcd', 'failed'],
  ['its last chunk is missing', `Transfer-Encoding: chunked\r\n${CLOSE}`, '4\r\nabcd', 'failed']
] as const)
  t.test(`paused response: the server ends the connection, ${what}, ${result}`, async (t) => {
    t.same(await read(t, head, body, 'end'), [result, 'abcd'])
  })

for (const head of [`Content-Length: 5\r\n${CLOSE}`, 'Content-Length: 5', CLOSE])
  t.test(`paused response: the server resets the connection after "${head}", failed`, async (t) => {
    t.same(await read(t, head, 'abcd', 'reset'), ['failed', 'abcd'])
  })
