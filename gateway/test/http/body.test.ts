import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import t from 'tap'
import { connectionNames, hasBody, isBodiless, isBodyPending, limitBodyTime } from '../../src/http/message.ts'

/** A request as Node hands it on. `complete`: whether all of it has arrived. */
function message(headers: Record<string, string>, complete = false): IncomingMessage {
  const raw = new IncomingMessage(new Socket())
  raw.headers = headers
  raw.complete = complete
  return raw
}

t.test('bodies: only its length or transfer coding says whether a request has one', async (t) => {
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
    t.equal(isBodyPending(message(headers)), expected, `${JSON.stringify(headers)}, still arriving`)
    t.equal(isBodyPending(message(headers, true)), false, `${JSON.stringify(headers)}, complete`)
  }
})

t.test('bodies: 204 and 304 have none, adjacent statuses may', async (t) => {
  for (const status of [204, 304]) t.equal(isBodiless(status), true, String(status))
  for (const status of [200, 203, 205, 301, 303, 305, 404]) t.equal(isBodiless(status), false, String(status))
})

/** Limits the time of a body with a timer that the test runs. */
function limitTime(raw: IncomingMessage) {
  const timers: { seconds: number; run: () => void; isCancelled: boolean }[] = []
  const faults: unknown[] = []
  const refuse = (fault: unknown) => faults.push(fault)
  limitBodyTime(raw, 10_000, refuse, (seconds, run) => {
    const timer = { seconds, run, isCancelled: false }
    timers.push(timer)
    return () => Object.assign(timer, { isCancelled: true })
  })
  return { timers, faults }
}

t.test('bodies: one that does not arrive gets REQUEST_TIMEOUT, others have no timer', async (t) => {
  const { timers, faults } = limitTime(message({ 'content-length': '5' }))
  t.match(timers, [{ seconds: 10, isCancelled: false }])
  t.same(faults, [])
  timers[0]?.run()
  t.match(faults, [{ code: 'REQUEST_TIMEOUT' }])

  for (const event of ['end', 'close']) {
    const raw = message({ 'content-length': '5' })
    const { timers } = limitTime(raw)
    raw.emit(event)
    t.match(timers, [{ isCancelled: true }], event)
  }
  for (const raw of [message({}), message({ 'content-length': '5' }, true)]) t.same(limitTime(raw).timers, [])
})

t.test('hop by hop: names listed in Connection, in lower case and with any separators', async (t) => {
  const rows: readonly [connection: string | string[] | undefined, names: readonly string[]][] = [
    [undefined, []],
    ['keep-alive', []],
    ['close', ['close']],
    ['Keep-Alive, X-Own', ['keep-alive', 'x-own']],
    ['a,b ,\tc', ['a', 'b', 'c']],
    [
      ['x-one', 'X-Two'],
      ['x-one', 'x-two']
    ]
  ]
  for (const [connection, names] of rows) t.same([...connectionNames(connection)], names, String(connection))
})
