import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'undici'
import { askEmulator } from '../emulator-accounts.ts'
import { PROJECT_ID } from '../emulator-process.ts'

export type Json = Record<string, unknown>

/** A call on its way to the emulator. */
export interface ProviderCall {
  method: string
  /** Path without the query. */
  path: string
  /** Path and query. */
  target: string
  headers: IncomingHttpHeaders
  /** The body as received. */
  bytes: Buffer
  /** The body as JSON; empty if it is not JSON. */
  body: Json
}

/** The response. */
export interface ProviderResponse {
  status: number
  headers: Record<string, string | string[]>
  bytes: Buffer
}

/** A JSON response that every page can read, like those of the emulator. */
export function jsonResponse({ headers }: ProviderCall, status: number, body: Json): ProviderResponse {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': headers.origin ?? '*'
    },
    bytes: Buffer.from(JSON.stringify(body))
  }
}

/** A refusal in the format of the provider. */
export function refusal(call: ProviderCall, message: string): ProviderResponse {
  return jsonResponse(call, 400, { error: { code: 400, message, status: 'INVALID_ARGUMENT' } })
}

/** The response body as JSON, or null. */
export function readResponse({ headers, bytes }: ProviderResponse): Json | null {
  if (!String(headers['content-type']).includes('json')) return null
  try {
    return { ...JSON.parse(bytes.toString('utf8')) }
  } catch {
    return null
  }
}

/** Forwards a call unchanged, or with another JSON body. */
export async function passOn(host: string, call: ProviderCall, body?: Json): Promise<ProviderResponse> {
  const headers: IncomingHttpHeaders = { ...call.headers }
  for (const name of ['connection', 'content-length', 'accept-encoding', 'transfer-encoding'])
    delete headers[name]
  const bytes = body === undefined ? call.bytes : Buffer.from(JSON.stringify(body))
  const response = await request(`http://${host}${call.target}`, {
    method: call.method as 'GET',
    headers,
    body: bytes.length === 0 ? null : bytes
  })
  const kept: ProviderResponse['headers'] = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (
      value !== undefined &&
      !['connection', 'keep-alive', 'transfer-encoding', 'content-length'].includes(name)
    )
      kept[name] = value
  }
  return { status: response.statusCode, headers: kept, bytes: Buffer.from(await response.body.arrayBuffer()) }
}

/** A call on behalf of the project. Rejects when it is refused. */
export const askAsOwner = (host: string, path: string, body?: Json): Promise<Json> =>
  askEmulator(host, path, body, { asOwner: true })

/** Path of the project in the emulator, or of the tenant if given. */
export function poolPath(tenantId: unknown): string {
  return `projects/${PROJECT_ID}${typeof tenantId === 'string' ? `/tenants/${tenantId}` : ''}`
}

/** The latest code sent by text message for a session or number, or null. */
export async function readSentCode(
  host: string,
  wanted: { sessionInfo: unknown } | { phoneNumber: string },
  tenantId?: unknown
): Promise<string | null> {
  const { verificationCodes } = await askAsOwner(host, `/emulator/v1/${poolPath(tenantId)}/verificationCodes`)
  const sent: unknown[] = Array.isArray(verificationCodes) ? verificationCodes : []
  const [[name, value] = ['', '']] = Object.entries(wanted)
  const code = sent.findLast((entry) => Reflect.get(Object(entry), name) === value)
  return code === undefined ? null : String(Reflect.get(Object(code), 'code'))
}
