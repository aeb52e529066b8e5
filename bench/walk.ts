import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PLUGINS } from '../gateway/plugins/plugins.ts'
import { createApp } from '../gateway/src/app.ts'
import { loadConfig } from '../gateway/src/config/load.ts'
import { createLog } from '../gateway/src/operations/logging.ts'
import { listenFor } from '../gateway/test/fixtures/wire/listening.ts'
import { findFreePort } from '../gateway/test/fixtures/wire/ports.ts'
import { signedInHeaders } from './fixture/gateway.ts'
import { startProvider } from './fixture/provider.ts'

const SOURCES = fileURLToPath(new URL('../gateway/src/', import.meta.url))
/** So many walks in turn without a shorter one. */
const STABLE_WALKS = 100
/** V8's name for the initial values of a class's fields, which are part of its constructor. */
const CLASS_FIELDS = '<instance_members_initializer>'
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/**
 * Prints the files and functions of `gateway/src` that requests enter, as V8 counts them: those of a first sign-in (a page is
 * redirected, the login page, the session, the page again), and of one proxied GET with a cached session. A newcomer has to
 * read these to follow them. A function counts once, however often it is called; what runs only once in the process does not.
 */
const application = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
await once(application, 'listening')
const { port: applicationPort } = application.address() as AddressInfo
const provider = await startProvider()
const port = await findFreePort()
const upstreamUrl = `http://127.0.0.1:${applicationPort}`
const env = {
  ...provider.gatewayVariables({ upstreamUrl, port, managementPort: 0 }),
  GATEHOUSE_SESSION_SIGN_INS_PER_MINUTE: '100000'
}
const loaded = loadConfig({ file: null, env, plugins: [] })
if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
const { logger } = createLog('info', { write: () => {} })
const app = await createApp({ ...loaded, logger, plugins: PLUGINS })
await listenFor(app, loaded.config, logger)
const { cookie, ...caller } = await signedInHeaders(provider)
const page = { ...caller, accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
print('first sign-in', await findShortest(signIn))
print('cached session', await findShortest(() => send({ headers: { ...caller, cookie } }, 200)))
session.disconnect()

agent.destroy()
await app.close()
application.close()
await provider.close()

interface EnteredFile {
  file: string
  names: readonly string[]
}

/** The first requests open connections, and pages are rendered in the background: the shortest walk counts. */
async function findShortest(act: () => Promise<unknown>): Promise<readonly EnteredFile[]> {
  let entered = await walk(act)
  for (let stable = 0; stable < STABLE_WALKS; stable++) {
    const next = await walk(act)
    if (countFunctions(next) >= countFunctions(entered)) continue
    entered = next
    stable = 0
  }
  return entered
}

async function walk(act: () => Promise<unknown>): Promise<EnteredFile[]> {
  await act()
  // The line of the log follows the end of the response.
  await new Promise((resolve) => setImmediate(resolve))
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result.flatMap(({ url, functions }) => {
    const file = url.startsWith('file:') ? relative(SOURCES, fileURLToPath(url)) : '..'
    const names = functions
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName }) => functionName)
      .filter((name) => name !== CLASS_FIELDS)
    return file.startsWith('..') || names.length === 0 ? [] : [{ file, names }]
  })
}

function countFunctions(files: readonly EnteredFile[]): number {
  return files.reduce((sum, { names }) => sum + names.length, 0)
}

function print(title: string, entered: readonly EnteredFile[]): void {
  for (const { file, names } of [...entered].sort((one, other) => one.file.localeCompare(other.file)))
    console.log(`${file.replace(/\.js$/, '.ts')}: ${names.map((name) => name || '(anonymous)').join(', ')}`)
  console.log(`${title}: ${entered.length} files, ${countFunctions(entered)} functions\n`)
}

async function signIn(): Promise<void> {
  const [tokens] = await provider.signIn(1)
  await session.post('Profiler.takePreciseCoverage')
  const { location = '' } = await send({ headers: page }, 302)
  await send({ path: location, headers: page }, 200)
  const { idToken = '', refreshToken } = tokens ?? {}
  const headers = { ...caller, authorization: `Bearer ${idToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ refreshToken })
  const begun = await send({ method: 'POST', path: '/_auth/session', headers, body }, 200)
  // As a browser, without cookies of other paths.
  const ofPage = begun['set-cookie']?.filter((line) => /; Path=\/(;|$)/.test(line))
  const cookies = ofPage?.map((line) => line.split(';', 1)[0]).join('; ')
  await send({ headers: { ...page, cookie: cookies } }, 200)
}

/** Sends a request, and returns the headers of the response. Throws if it has another status. */
async function send(
  { body, ...options }: { method?: string; path?: string; headers: NodeJS.Dict<string>; body?: string },
  expected: number
) {
  const sent = request({ host: '127.0.0.1', port, path: '/api/items?page=1', agent, ...options }).end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  response?.resume()
  await once(response ?? sent, 'end')
  if (response?.statusCode !== expected) throw new Error(`status ${response?.statusCode}`)
  return response.headers
}
