import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { type Dispatcher, Pool } from 'undici'

/** The reference of the budget: all that a correct proxy must do over undici, and no check of anything. */
const [, , port, origin = ''] = process.argv
const pool = new Pool(origin, { connections: null, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 0 })

class Answer implements Dispatcher.DispatchHandler {
  readonly #res: ServerResponse
  #controller: Dispatcher.DispatchController | null = null

  constructor(res: ServerResponse) {
    this.#res = res
    res.once('close', () => {
      if (!res.writableEnded) this.#controller?.abort(new Error('the client went away'))
    })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    this.#res.writeHead(statusCode, withoutConnection(headers))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#res.write(chunk)) return
    controller.pause()
    this.#res.once('drain', () => controller.resume())
  }

  onResponseEnd(): void {
    this.#res.end()
  }

  onResponseError(): void {
    if (this.#res.headersSent) this.#res.destroy()
    else this.#res.writeHead(502).end()
  }
}

const server = createServer((req, res) => {
  const { url = '/', method = 'GET' } = req
  const headers = withoutConnection(req.headers)
  const hasBody = headers['content-length'] !== undefined || req.headers['transfer-encoding'] !== undefined
  pool.dispatch(
    { path: url, method: method as Dispatcher.HttpMethod, headers, body: hasBody ? req : null },
    new Answer(res)
  )
})
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection, 'keep-alive': keepAlive, 'transfer-encoding': coding, ...rest } = headers
  return rest
}
