import { deepEqual, equal } from 'node:assert/strict'
import type { Checks } from '../../test/fixtures/commands/checks.ts'
import { type Entrance, hostOf } from './gateways.ts'
import { createRandom } from './random.ts'
import { type RawResponse, type Sending, sendSpelling } from './raw-request.ts'
import { type Handler, MARKER, PUBLIC_PATH, UNNAMED, type VisitorName } from './rule-sets.ts'
import { handlersOf, oddTargetsOf, plainTargetsOf, type Server } from './server.ts'
import { fillInRequest, listSpellings, type Spelling, uniquely } from './spellings.ts'

const CONCURRENT = 16
const CHECK_TIMEOUT_MS = 120_000
/** Of the bypasses of one check, those that are printed. */
const MAX_PRINTED = 40

/** In error pages of Spring. */
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+/g

export interface Extent {
  seed: number
  /** Spellings of each kind, for each handler. */
  each: number
  combinations: number
}

export interface Running {
  server: Server
  /** Where its packages are. */
  project: string
  port: number
  entrances: readonly Entrance[]
}

/** Checks of one server, which listens at `port`. */
export async function checkServer(checks: Checks, running: Running, extent: Extent): Promise<void> {
  const { server, project, port, entrances } = running
  const direct: Sending = { port, host: hostOf(server) }
  const handlers = handlersOf(server)
  let reaching: Reaching[] = []
  await checks.check(
    `${server.name}: without a gateway, plain paths reach the protected handlers`,
    async () => {
      for (const { name, path } of handlers) {
        const response = await sendSpelling(plain(encodeURI(path)), direct)
        equal(reachedIn(response), name, path)
      }
      const more = server.more?.(project) ?? []
      const asked = uniquely(
        handlers.flatMap((handler) => [
          ...spellingsOf(handler, extent),
          ...more.map((one) => fillInRequest(one, { path: handler.path, publicPath: PUBLIC_PATH }))
        ])
      )
      const responses = await sendAll(asked, direct)
      reaching = asked.flatMap((spelling, index) => {
        const reached = reachedIn(responses[index])
        return reached === null ? [] : [{ spelling, reached }]
      })
      console.log(
        `# ${server.name}: ${reaching.length} of ${asked.length} spellings reach a protected handler`
      )
    },
    CHECK_TIMEOUT_MS
  )
  for (const entrance of entrances) {
    const { ruleSet } = entrance
    if (ruleSet === UNNAMED) {
      if (server.framework !== undefined) await recordReached(running, entrance, reaching)
      continue
    }
    await checks.check(
      `${server.name}: ${ruleSet.name}, plain paths get the response of the application`,
      () => checkPlainPaths(running, entrance),
      CHECK_TIMEOUT_MS
    )
    await checks.check(
      `${server.name}: ${ruleSet.name}, no spelling reaches a protected handler without access`,
      () => checkSpellings(running, entrance, reaching),
      CHECK_TIMEOUT_MS
    )
  }
}

/** A spelling that reaches a protected handler of a server without a gateway. */
interface Reaching {
  spelling: Spelling
  /** Name of the handler. */
  reached: string
}

const plain = (target: string): Spelling => ({
  ...{ kind: 'plain', method: 'GET', target, headers: {}, body: '', version: '1.1' }
})

const made = new Map<string, Spelling[]>()

/** Those of one path are the same for all servers. */
function spellingsOf({ path }: Handler, { seed, each, combinations }: Extent): Spelling[] {
  const known = made.get(path)
  if (known !== undefined) return known
  const random = createRandom(seed)
  const spellings = listSpellings({ path, publicPath: PUBLIC_PATH, random, each, combinations })
  made.set(path, spellings)
  return spellings
}

/** Name of the protected handler that responded; null if none did. */
function reachedIn(response: RawResponse | undefined): string | null {
  const [, name, image] = MARKER.exec(`${response?.head}\n${response?.body}`) ?? []
  return name ?? image ?? null
}

interface Bypass extends Reaching {
  visitor: VisitorName
}

/** What visitors reach whom the rules refuse. */
async function findBypasses(
  { server }: Running,
  { ruleSet, port, headersOf }: Entrance,
  reaching: readonly Reaching[]
): Promise<Bypass[]> {
  const bypasses: Bypass[] = []
  const isKnown = (reached: string, kind: string) =>
    server.known?.some((one) => one.reached === reached && kind.split(' + ').includes(one.kind)) ?? false
  const spellings = reaching.map(({ spelling }) => spelling)
  for (const visitor of ruleSet.refused) {
    const sending = { port, host: hostOf(server), headers: headersOf[visitor] }
    const responses = await sendAll(spellings, sending)
    responses.forEach((response, index) => {
      const reached = reachedIn(response)
      const spelling = spellings[index]
      if (reached === null || spelling === undefined || isKnown(reached, spelling.kind)) return
      bypasses.push({ visitor, reached, spelling })
    })
  }
  return bypasses
}

async function checkSpellings(...found: Parameters<typeof findBypasses>): Promise<void> {
  const bypasses = await findBypasses(...found)
  if (bypasses.length === 0) return
  const lines = bypasses.map(
    ({ visitor, reached, spelling }) => `${visitor} reached ${reached}: ${show(spelling)} (${spelling.kind})`
  )
  const more = bypasses.length > MAX_PRINTED ? [`and ${bypasses.length - MAX_PRINTED} more`] : []
  const failure = new Error([...lines.slice(0, MAX_PRINTED), ...more].join('\n'))
  // The lines say it all.
  delete failure.stack
  throw failure
}

/** Prints the kinds of requests that reach a handler as long as the gateway does not know the framework. */
async function recordReached(...found: Parameters<typeof findBypasses>): Promise<void> {
  const bypasses = await findBypasses(...found)
  const facts = bypasses.map(({ visitor, reached, spelling }) => `${visitor}: ${reached} (${spelling.kind})`)
  for (const fact of new Set(facts)) console.log(`# ${found[0].server.name} without framework, ${fact}`)
}

function show({ method, target, headers, version }: Spelling): string {
  const fields = Object.entries(headers).map(([name, value]) => ` ${name}: ${value}`)
  return `${method} ${target}${version === '1.1' ? '' : ` HTTP/${version}`}${fields.join('')}`
}

async function checkPlainPaths({ server, port }: Running, entrance: Entrance): Promise<void> {
  const { ruleSet, headersOf } = entrance
  const host = hostOf(server)
  const compare = async (target: string, method: string, visitor: VisitorName) => {
    const spelling = { ...plain(target), method }
    const [direct, behind] = await Promise.all([
      sendSpelling(spelling, { port, host }),
      sendSpelling(spelling, { port: entrance.port, host, headers: headersOf[visitor] })
    ])
    const essence = ({ status, body }: RawResponse) => ({ status, body: body.replace(TIME, '') })
    deepEqual(essence(behind), essence(direct), `${method} ${target} of a ${visitor}`)
  }
  const isPublic = ruleSet.default !== 'signed-in'
  for (const target of plainTargetsOf(server))
    for (const method of ['GET', 'HEAD', 'POST'])
      await compare(target, method, isPublic ? 'stranger' : 'visitor')
  for (const target of oddTargetsOf(server)) await compare(target, 'GET', 'visitor')
  await compare(PUBLIC_PATH, 'GET', 'stranger')
  await compare(PUBLIC_PATH, 'GET', 'visitor')
  for (const { name, path } of handlersOf(server))
    for (const visitor of ruleSet.allowed) {
      const spelling = plain(encodeURI(path))
      await compare(spelling.target, 'GET', visitor)
      const response = await sendSpelling(spelling, {
        port: entrance.port,
        host,
        headers: headersOf[visitor]
      })
      equal(reachedIn(response), name, `${path} of a ${visitor}`)
    }
}

async function sendAll(spellings: readonly Spelling[], sending: Sending): Promise<RawResponse[]> {
  const responses: RawResponse[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < spellings.length; index = next++) {
      const spelling = spellings[index]
      if (spelling !== undefined) responses[index] = await sendSpelling(spelling, sending)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, lane))
  return responses
}
