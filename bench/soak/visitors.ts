import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { SessionTokens } from '../../gateway/stand-in/tokens/token-issuer.ts'
import { type Client, createClient, type Reply } from './client.ts'
import type { Findings } from './tally.ts'

const PAUSE_MS = 250
/** Requests until a visitor signs out and another one signs in. */
const MAX_VISIT = 400
const UPLOAD_EVERY = 50
const CHUNK = Buffer.alloc(16 * 1024)
const CHUNKS = 10
const CHUNK_EVERY_MS = 100
/** A sign-out is known everywhere after this long. */
const ENDED_EVERYWHERE_MS = 1000
const LOOK_AGAIN_MS = 50

/** Where visitors go and what is known of the surroundings. */
export interface VisitorOptions {
  findings: Findings
  /** The balancer's origin. */
  url: string
  /** Origins of the gateways behind it, of those that run now. */
  gateways: () => readonly string[]
  /** The uid and tokens of a new user. */
  signIn: () => Promise<{ uid: string; tokens: SessionTokens }>
  /** Is the provider away, or was it until a moment ago? */
  providerIsAway: () => boolean
  /** Do the gateways tell each other of sign-outs at this moment? */
  sharesState: () => boolean
  isOver: () => boolean
}

/** One user after the other signs in, visits, uploads and signs out, until it is over. */
export async function visit(options: VisitorOptions, number: number): Promise<void> {
  for (let turn = 0; !options.isOver(); turn++) {
    const client = createClient()
    const uid = await begin(client, options)
    if (uid !== null) await stay(client, uid, Math.ceil(MAX_VISIT * fractionOf(number + turn)), options)
    await client.close()
  }
}

/** Visits of different lengths, without chance: a run can be repeated. */
function fractionOf(number: number): number {
  return ((number * 7) % 10) / 10 + 0.1
}

/** The uid; null: not signed in, because it is over. */
async function begin(client: Client, options: VisitorOptions): Promise<string | null> {
  const { findings, url, signIn, isOver, providerIsAway } = options
  const { uid, tokens } = await signIn()
  while (!isOver()) {
    const response = await client.ask(`${url}/_auth/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: tokens.refreshToken })
    })
    if (response?.status === 200) {
      findings.tally.signIns += 1
      return uid
    }
    if (response === null) findings.wrong('broken', 'sign-in: no answer')
    else if (response.status === 503 && providerIsAway()) findings.tally.unavailable += 1
    else findings.wrong('unexpected', `sign-in: ${response.status}`)
    await wait(PAUSE_MS)
  }
  return null
}

async function stay(client: Client, uid: string, requests: number, options: VisitorOptions): Promise<void> {
  const { findings, url, isOver } = options
  for (let count = 1; count <= requests && !isOver(); count++) {
    const isUpload = count % UPLOAD_EVERY === 0
    const response = isUpload
      ? await client.ask(`${url}/upload`, { method: 'POST', body: Readable.from(slowBody()) })
      : await client.ask(`${url}/page?${count}`)
    findings.tally[isUpload ? 'uploads' : 'requests'] += 1
    if (!evaluate(response, uid, isUpload ? CHUNKS * CHUNK.length : 0, options)) return
    await wait(PAUSE_MS)
  }
  if (!isOver()) await signOut(client, options)
}

/** Is the visitor still signed in? */
function evaluate(response: Reply, uid: string, bytes: number, options: VisitorOptions): boolean {
  const { findings, providerIsAway } = options
  if (response === null) findings.wrong('broken', `${bytes === 0 ? 'page' : 'upload'}: no whole answer`)
  else if (response.status === 503 && providerIsAway()) findings.tally.unavailable += 1
  else if (response.status === 401 || response.status === 302) {
    findings.wrong('sessionsLost', `${uid}: ${response.status}`)
    return false
  } else if (response.status !== 200 || response.page === null)
    findings.wrong('unexpected', `${response.status} for ${uid}`)
  else if (response.page.user !== uid)
    findings.wrong('wrongPasses', `${uid} got the page of ${response.page.user}`)
  else if (response.page.bytes !== bytes)
    findings.wrong('broken', `${response.page.bytes} of ${bytes} bytes arrived`)
  return true
}

/** Signs out, and sees to it that copies of the cookies are refused: at every gateway, where they tell each other. */
async function signOut(client: Client, options: VisitorOptions): Promise<void> {
  const { findings, url, gateways, sharesState } = options
  const copies = client.cookieHeader()
  const couldShare = sharesState()
  const response = await client.ask(`${url}/logout`, { method: 'POST' })
  if (response?.status !== 204) {
    findings.wrong(
      response === null ? 'broken' : 'unexpected',
      `sign-out: ${response?.status ?? 'no answer'}`
    )
    return
  }
  findings.tally.signOuts += 1
  if (!couldShare) return
  const copy = createClient()
  const deadlineMs = performance.now() + ENDED_EVERYWHERE_MS
  for (;;) {
    const passing: string[] = []
    for (const origin of gateways()) {
      const tried = await copy.ask(`${origin}/page`, { headers: { cookie: copies } })
      if (tried?.status === 200) passing.push(origin)
    }
    if (passing.length === 0 || !sharesState()) break
    if (performance.now() > deadlineMs) {
      findings.wrong('wrongPasses', `copied cookies pass at ${passing.join(', ')} after the sign-out`)
      break
    }
    await wait(LOOK_AGAIN_MS)
  }
  await copy.close()
}

/** 160 kB, over a second. */
async function* slowBody(): AsyncGenerator<Buffer> {
  for (let count = 0; count < CHUNKS; count++) {
    await wait(CHUNK_EVERY_MS)
    yield CHUNK
  }
}

/** Asks without a session, and with cookies that are none, until the end. None may ever pass. */
export async function knock(options: VisitorOptions): Promise<void> {
  const { findings, url, signIn, isOver } = options
  const { tokens } = await signIn()
  const cookies = [
    '',
    'gatehouse=',
    `gatehouse=${tokens.idToken}`,
    `gatehouse=${'A'.repeat(1200)}.${'B'.repeat(43)}`,
    `gatehouse=${Buffer.from(JSON.stringify(tokens)).toString('base64url')}`
  ]
  const client = createClient()
  for (let count = 0; !isOver(); count++) {
    const cookie = cookies[count % cookies.length] ?? ''
    const response = await client.ask(`${url}/page?${count}`, {
      headers: { cookie, 'x-forwarded-user': 'ada' }
    })
    findings.tally.requests += 1
    if (response === null) findings.wrong('broken', 'anonymous: no answer')
    else if (response.status === 200) findings.wrong('wrongPasses', `cookie ${cookie.slice(0, 24)} let in`)
    else if (response.status !== 401) findings.wrong('unexpected', `anonymous: ${response.status}`)
    await wait(PAUSE_MS)
  }
  await client.close()
}
