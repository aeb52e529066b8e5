import { createServer } from 'node:http'
import { pipeline } from 'node:stream'
import { type Dispatcher, Pool } from 'undici'

/** The undici proxy of the documentation: a request whose body is a stream, piped to the client. No check of anything. */
const [, , port, origin = ''] = process.argv
const pool = new Pool(origin, { connections: null, pipelining: 1 })

const server = createServer((req, res) => {
  const { url: path = '/', method } = req
  const { connection, 'transfer-encoding': coding, ...headers } = req.headers
  const body = coding === undefined && headers['content-length'] === undefined ? null : req
  pool.request({ path, method: method as Dispatcher.HttpMethod, headers, body }, (err, response) => {
    if (err !== null) {
      res.writeHead(502).end()
      return
    }
    // Node 24 throws when it is to pipe to a response whose client has left.
    if (res.destroyed) {
      response.body.destroy()
      return
    }
    const { connection, 'keep-alive': keepAlive, 'transfer-encoding': coding, ...kept } = response.headers
    res.writeHead(response.statusCode, kept)
    pipeline(response.body, res, () => {})
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')
