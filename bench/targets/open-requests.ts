import { createServer, type ServerResponse } from 'node:http'
import { createOpenRequests } from '../../gateway/src/http/connections/open-responses.ts'

/** A bare server that keeps track of its open requests: by a `Set`, or as the gateway does. */
const [, , port, by] = process.argv
const open = by === 'set' ? createSet() : createOpenRequests()
const server = createServer((req, res) => {
  open.add(req, res)
  setTimeout(() => res.end('{}'), 1)
})
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')

function createSet() {
  const responses = new Set<ServerResponse>()
  return {
    add(_raw: unknown, response: ServerResponse) {
      responses.add(response)
      response.on('close', () => responses.delete(response))
    }
  }
}
