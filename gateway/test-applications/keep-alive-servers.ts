import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../test/fixtures/processes/find-program.ts'

/** An application server, as it is run in production. */
export interface ApplicationServer {
  name: string
  /** Null if not on this machine. */
  program: string | null
  /** Keep-alive timeout that it is started with, in milliseconds. */
  keepAliveMs: number
  /** Arguments to serve `ok` at every path of 127.0.0.1. Writes the files it needs into `folder`. */
  args(port: number, folder: string): string[]
}

const WSGI = `def app(environ, start_response):
    start_response('200 OK', [('Content-Length', '2')])
    return [b'ok']
`
const ASGI = `async def app(scope, receive, send):
    if scope['type'] != 'http':
        return
    await send({'type': 'http.response.start', 'status': 200, 'headers': [(b'content-length', b'2')]})
    await send({'type': 'http.response.body', 'body': b'ok'})
`
const RACK = `run ->(env) { [200, { 'Content-Length' => '2' }, ['ok']] }
`
const puma = (port: number) => `bind 'tcp://127.0.0.1:${port}'
threads 32, 32
persistent_timeout 1
`
// With a `Connection` header set, Node sends no `Keep-Alive: timeout`, like most servers.
const NODE = `const server = require('node:http').createServer((request, response) => {
  response.setHeader('connection', 'keep-alive')
  response.end('ok')
})
server.keepAliveTimeout = 50
server.listen(Number(process.argv[2]), '127.0.0.1')
`

/** The path of an application file for Python or Ruby. */
function place(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

export const APPLICATION_SERVERS: readonly ApplicationServer[] = [
  {
    name: 'Node',
    program: process.execPath,
    keepAliveMs: 50,
    args: (port, folder) => [place(folder, 'application.cjs', NODE), String(port)]
  },
  {
    name: 'gunicorn',
    program: findProgram('GUNICORN_PATH', 'gunicorn'),
    keepAliveMs: 1000,
    args(port, folder) {
      place(folder, 'wsgi_application.py', WSGI)
      const threads = ['--threads', '32', '--keep-alive', '1', '--log-level', 'warning']
      return ['--bind', `127.0.0.1:${port}`, ...threads, '--chdir', folder, 'wsgi_application:app']
    }
  },
  {
    name: 'uvicorn',
    program: findProgram('UVICORN_PATH', 'uvicorn'),
    keepAliveMs: 1000,
    args(port, folder) {
      place(folder, 'asgi_application.py', ASGI)
      const options = ['--timeout-keep-alive', '1', '--log-level', 'warning', '--app-dir', folder]
      return ['--port', String(port), ...options, 'asgi_application:app']
    }
  },
  {
    name: 'Puma',
    program: findProgram('PUMA_PATH', 'puma'),
    keepAliveMs: 1000,
    args: (port, folder) => ['-C', place(folder, 'puma.rb', puma(port)), place(folder, 'config.ru', RACK)]
  }
]
