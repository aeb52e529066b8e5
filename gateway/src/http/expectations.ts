import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Has requests with `Expect` answered as all others. The body behind `100-continue` is invited when it is first read, so
 * that a refusal comes without it (RFC 9110, 10.1.1).
 */
export function handleExpectations(server: Server): void {
  server.on('checkContinue', (raw, response) => {
    continueWhenRead(raw, response)
    server.emit('request', raw, response)
  })
  // Node would refuse any other expectation without our headers and a log line.
  server.on('checkExpectation', (raw, response) => server.emit('request', raw, response))
}

function continueWhenRead(raw: IncomingMessage, response: ServerResponse): void {
  const read = raw._read
  raw._read = (size) => {
    raw._read = read
    // Node drains the body of an answered request.
    if (!response.headersSent) response.writeContinue()
    raw._read(size)
  }
}
