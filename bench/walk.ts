import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
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
 * Prints the files and functions of `gateway/src` that one proxied GET with a cached session enters, as V8 counts them. A
 * newcomer has to read these to follow a request.
 */
const application = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
await once(application, 'listening')
const { port: applicationPort } = application.address() as AddressInfo
const provider = await startProvider()
const port = await findFreePort()
const upstreamUrl = `http://127.0.0.1:${applicationPort}`
const env = provider.gatewayVariables({ upstreamUrl, port, managementPort: 0 })
const loaded = loadConfig({ file: null, env })
if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
const { logger } = createLog('info', { write: () => {} })
const app = await createApp({ ...loaded, logger, plugins: PLUGINS })
await listenFor(app, loaded.config, logger)
const headers = await signedInHeaders(provider)

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
// The first requests open connections, and pages are rendered in the background: the shortest walk counts.
let entered = await walk()
for (let stable = 0; stable < STABLE_WALKS; stable++) {
  const next = await walk()
  if (countFunctions(next) >= countFunctions(entered)) continue
  entered = next
  stable = 0
}
session.disconnect()

for (const { file, names } of entered.sort((one, other) => one.file.localeCompare(other.file)))
  console.log(`${file.replace(/\.js$/, '.ts')}: ${names.map((name) => name || '(anonymous)').join(', ')}`)
console.log(`${entered.length} files, ${countFunctions(entered)} functions`)

agent.destroy()
await app.close()
application.close()
await provider.close()

function countFunctions(files: readonly EnteredFile[]): number {
  return files.reduce((sum, { names }) => sum + names.length, 0)
}

interface EnteredFile {
  file: string
  names: readonly string[]
}

/** The files and functions of one request. */
async function walk(): Promise<EnteredFile[]> {
  await request()
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

async function request(): Promise<void> {
  const options = { host: '127.0.0.1', port, path: '/api/items?page=1', headers, agent }
  const status = await new Promise((resolve, reject) => {
    const sent = get(options, (response) => response.resume().on('end', () => resolve(response.statusCode)))
    sent.on('error', reject)
  })
  if (status !== 200) throw new Error(`status ${status}`)
}
