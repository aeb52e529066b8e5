import { createServer, type ServerResponse } from 'node:http'
import { OpenRequests } from '../../gateway/src/http/connections/open-responses.ts'

/** A bare server that keeps track of its open requests: by a `Set`, or as the gateway does. */
const [, , port, by] = process.argv
const open = by === 'set' ? createSet() : createList()
const server = createServer((_req, res) => {
  open.add(res)
  setTimeout(() => res.end('{}'), 1)
})
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')

function createSet() {
  const responses = new Set<ServerResponse>()
  return {
    add(response: ServerResponse) {
      responses.add(response)
      response.on('close', () => responses.delete(response))
    }
  }
}

function createList() {
  const requests = new OpenRequests()
  return {
    add(response: ServerResponse) {
      const request = { listIndex: -1, response }
      requests.add(request)
      response.on('close', () => requests.remove(request))
    }
  }
}
