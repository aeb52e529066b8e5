import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { request } from 'undici'
import { PROJECT_ID } from './emulator-process.ts'

/** What a function answers. */
export type Answer = readonly [status: number, body: string]

/** The message of a refusal. */
export const REASON = 'Use the address of your school.'
const PASSES: Answer = [200, '{}']
/** As a function that throws an `HttpsError`. */
export const REFUSES: Answer = [
  403,
  JSON.stringify({ error: { message: REASON, status: 'PERMISSION_DENIED' } })
]

/** A server that is every blocking function of the project. */
export interface Functions {
  /** Their answers; every other event passes. */
  answers: { beforeCreate?: Answer; beforeSignIn?: Answer }
  /** Events in their order. */
  events: string[]
  close(): Promise<void>
}

/** Starts the functions and registers them; they are removed from the project when they are closed. */
export async function startFunctions(emulatorHost: string): Promise<Functions> {
  const functions: Functions = { answers: {}, events: [], close }
  const server = createServer((incoming, response) => {
    incoming.resume()
    const event = incoming.url === '/beforeCreate' ? 'beforeCreate' : 'beforeSignIn'
    functions.events.push(event)
    const [status, body] = functions.answers[event] ?? PASSES
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  const url = await listen(server)
  const triggers = ['beforeCreate', 'beforeSignIn'].map((event) => [
    event,
    { functionUri: `${url}/${event}` }
  ])
  await register(emulatorHost, Object.fromEntries(triggers))

  async function close(): Promise<void> {
    await register(emulatorHost, {})
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }

  return functions
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  assert.ok(address !== null && typeof address !== 'string')
  return `http://127.0.0.1:${address.port}`
}

async function register(emulatorHost: string, triggers: object): Promise<void> {
  const path = `/identitytoolkit.googleapis.com/v2/projects/${PROJECT_ID}/config?updateMask=blockingFunctions`
  const response = await request(`http://${emulatorHost}${path}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ blockingFunctions: { triggers } })
  })
  assert.equal(response.statusCode, 200, await response.body.text())
}
