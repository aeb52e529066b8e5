import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Pair } from '../../../../test/fixtures/provider/certificates.ts'
import type { Teardown } from '../../../../test/fixtures/provider/stand-in.ts'
import { signal } from '../../../../test/fixtures/signal.ts'

/** A request of a browser, and the status it got; 0: none yet. */
export interface Exchange {
  method: string
  host: string
  path: string
  /** Value of the short cookie; empty: it came without. */
  proof: string
  /** Why the browser sent it without a proof; empty: it does not say. */
  skipped: string
  status: number
}

/** TLS in front of gateways that take turns: it notes what browsers send, holds requests back, and fails. */
export async function startFront(t: Teardown, { pair, port }: { pair: Pair; port: number }) {
  const seen: Exchange[] = []
  const held = new Map<string, { until: Promise<void>; arrive: () => void }>()
  const failing = new Set<string>()
  let gateways: readonly string[] = []
  let turn = 0
  let networks: readonly string[] = []

  function note({ method = '', url = '', headers }: IncomingMessage): Exchange {
    const exchange: Exchange = {
      method,
      host: headers.host ?? '',
      path: url,
      proof: /-device=([^;]*)/.exec(headers.cookie ?? '')?.[1] ?? '',
      skipped: String(headers['secure-session-skipped'] ?? ''),
      status: 0
    }
    seen.push(exchange)
    return exchange
  }

  /** The request at the next gateway. */
  function toGateway({ method, url, headers }: IncomingMessage) {
    turn += 1
    const network = networks[turn % networks.length]
    const from = network === undefined ? {} : { 'x-forwarded-for': network }
    return request(`${gateways[turn % gateways.length]}${url}`, { method, headers: { ...headers, ...from } })
  }

  async function forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // Another site, with a link to where its own address says.
    if (req.headers.host?.startsWith('elsewhere.') === true)
      return void res
        .setHeader('content-type', 'text/html')
        .end(
          `<link rel="icon" href="data:,"><a id="link" href="${decodeURIComponent(req.url?.slice(2) ?? '')}">Link</a>`
        )
    const exchange = note(req)
    if (failing.has(exchange.path)) return void res.writeHead(503).end()
    const hold = held.get(exchange.path)
    hold?.arrive()
    await hold?.until
    const out = toGateway(req).on('error', () => res.destroy())
    out.once('response', (answer) => {
      exchange.status = answer.statusCode ?? 502
      res.writeHead(exchange.status, answer.rawHeaders)
      answer.pipe(res)
    })
    req.pipe(out)
  }

  const server = createServer(pair, (req, res) => void forward(req, res))
  server.on('upgrade', (req, socket) => {
    const exchange = note(req)
    const answer = (statusCode = 502, rawHeaders: readonly string[] = []) => {
      exchange.status = statusCode
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${rawHeaders[at + 1]}` : []))
      socket.write(`${[`HTTP/1.1 ${statusCode} x`, ...lines].join('\r\n')}\r\n\r\n`)
    }
    toGateway(req)
      .on('error', () => socket.destroy())
      .on('upgrade', (to, stream) => {
        answer(to.statusCode, to.rawHeaders)
        stream.pipe(socket).pipe(stream)
        socket.on('error', () => stream.destroy())
      })
      .on('response', (to) => {
        answer(to.statusCode, to.rawHeaders)
        to.pipe(socket)
      })
      .end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })

  return {
    /** Everything so far, or what came to a path. */
    seen: (path?: string) => seen.filter((one) => path === undefined || one.path === path),
    forget: () => void seen.splice(0),
    /** Sends all further requests to these, in turn. */
    lead: (...urls: string[]) => {
      gateways = urls
    },
    /** All further requests come from these addresses, in turn. */
    alternate: (...addresses: string[]) => {
      networks = addresses
    },
    /** Holds requests to a path back. `arrived` settles with the first; `release` lets them go on. */
    hold(path: string) {
      const [arrived, released] = [signal(), signal()]
      held.set(path, { until: released.promise, arrive: arrived.settle })
      const release = () => {
        held.delete(path)
        released.settle()
      }
      return { arrived: arrived.promise, release }
    },
    /** Responds to a path with 503, until the returned function is called. */
    fail(path: string): () => void {
      failing.add(path)
      return () => void failing.delete(path)
    }
  }
}
