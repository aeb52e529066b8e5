import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import t from 'tap'
import { endsConnection, hasBody, isBodiless, isBodyPending } from '../../src/http/body.ts'

/** A request as Node hands it on. `complete`: has all of it come? */
function message(headers: Record<string, string>, complete = false): IncomingMessage {
  const raw = new IncomingMessage(new Socket())
  raw.headers = headers
  raw.complete = complete
  return raw
}

t.test('bodies: a request has one by its length or its transfer coding alone', async (t) => {
  const rows: [Record<string, string>, boolean][] = [
    [{}, false],
    [{ 'content-length': '0' }, false],
    [{ 'content-type': 'text/plain' }, false],
    [{ 'content-length': '1' }, true],
    [{ 'content-length': '00' }, true],
    [{ 'transfer-encoding': 'chunked' }, true],
    [{ 'transfer-encoding': 'chunked', 'content-length': '0' }, true]
  ]
  for (const [headers, expected] of rows) {
    t.equal(hasBody(message(headers)), expected, JSON.stringify(headers))
    t.equal(isBodyPending(message(headers)), expected, `${JSON.stringify(headers)}, on its way`)
    t.equal(isBodyPending(message(headers, true)), false, `${JSON.stringify(headers)}, all there`)
  }
})

t.test('bodies: 204 and 304 have none, their neighbours may', async (t) => {
  for (const status of [204, 304]) t.equal(isBodiless(status), true, String(status))
  for (const status of [200, 203, 205, 301, 303, 305, 404]) t.equal(isBodiless(status), false, String(status))
})

t.test(
  'bodies: the connection ends with a body on its way, or with the gateway; else it stays',
  async (t) => {
    const rows: [body: boolean, ending: boolean, ends: boolean][] = [
      [false, false, false],
      [true, false, true],
      [false, true, true],
      [true, true, true]
    ]
    for (const [hasBody, ending, ends] of rows) {
      const raw = message(hasBody ? { 'content-length': '1' } : {})
      t.equal(endsConnection(raw, { ending }), ends, JSON.stringify([hasBody, ending]))
    }
  }
)
