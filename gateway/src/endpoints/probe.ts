import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPlainObject, parseJsonObject } from '../config/json-members.ts'
import type { Config } from '../config/schema/schema.ts'
import { deriveKey } from '../encryption.ts'
import { plainAddress } from '../http/origin.ts'

/** Request: the mark. Response: the request as the gateway saw it. */
export const PROBE_HEADER = 'x-gatehouse-probe'
const MAX_TEXT = 255
/** Validity of a mark in seconds, also the allowed clock difference. */
const TTL_SECONDS = 300
const FORM = /^(\d{1,12})\.([\w-]{43})$/

export interface Sight {
  /** With a port if present; from `X-Forwarded-Host` if trusted. */
  host: string
  peer: string
  /** Client address as determined by the gateway. */
  client: string
  /** Whether `X-Forwarded-For` was sent, trusted or not. */
  isForwarded: boolean
}

/** Returns the function that tells holders of the signature keys (`gatehouse doctor`) how a request arrived. Others cost nothing. */
export function createProbeResponse(config: Pick<Config, 'cookie' | 'publicUrl'>, now: () => number) {
  const marks = createProbeMarks(config, now)
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const mark = request.headers[PROBE_HEADER]
    if (typeof mark !== 'string' || !marks.isGenuine(mark)) return
    const sight: Sight = {
      host: request.host.slice(0, MAX_TEXT),
      peer: plainAddress(request.socket.remoteAddress),
      client: request.ip,
      isForwarded: request.headers['x-forwarded-for'] !== undefined
    }
    reply.header(PROBE_HEADER, Buffer.from(JSON.stringify(sight)).toString('base64url'))
  }
}

/** The sight in response headers; null if there is none. */
export function readSight(headers: Readonly<Record<string, string | undefined>>): Sight | null {
  const text = Buffer.from(headers[PROBE_HEADER] ?? '', 'base64url').toString('utf8')
  const sight = parseJsonObject(text)
  return isSight(sight) ? sight : null
}

function isSight(value: unknown): value is Sight {
  if (!isPlainObject(value)) return false
  const { host, peer, client, isForwarded } = value
  return [host, peer, client].every((text) => typeof text === 'string') && typeof isForwarded === 'boolean'
}

/** Marks `<epoch seconds>.<HMAC-SHA256>` of a derived key, bound to the origin of `publicUrl`. A leaked one reveals only how its holder’s own requests arrive. */
export function createProbeMarks(
  { cookie, publicUrl }: Pick<Config, 'cookie' | 'publicUrl'>,
  now: () => number
) {
  const { origin } = new URL(publicUrl)
  const digest = (secret: string, seconds: string) =>
    createHmac('sha256', deriveKey(secret, 'gatehouse probe mark 1')).update(`${seconds} ${origin}`).digest()

  return {
    make(): string {
      const [secret] = cookie.signatureKeys
      if (secret === undefined) throw new Error('a mark needs a signature key')
      const seconds = String(Math.floor(now()))
      return `${seconds}.${digest(secret, seconds).toString('base64url')}`
    },

    /** True if made with one of the keys within the last five minutes. Constant time if well-formed. */
    isGenuine(mark: string): boolean {
      const [, seconds = '', signature = ''] = FORM.exec(mark) ?? []
      if (seconds === '' || Math.abs(now() - Number(seconds)) > TTL_SECONDS) return false
      const given = Buffer.from(signature, 'base64url')
      return cookie.signatureKeys.some((secret) => timingSafeEqual(digest(secret, seconds), given))
    }
  }
}
