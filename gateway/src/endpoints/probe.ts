import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPlainObject, parseJsonObject } from '../config/json-members.ts'
import type { Config } from '../config/schema/schema.ts'
import { plainAddress } from '../http/sites.ts'
import { createProbeMarks } from './probe-marks.ts'

/** Request: the mark. Response: the request as the gateway saw it. */
export const PROBE_HEADER = 'x-gatehouse-probe'
const MAX_TEXT = 255

export interface Sight {
  /** With a port if present; from `X-Forwarded-Host` if trusted. */
  host: string
  /** Address of the connection. */
  peer: string
  /** Client address as determined by the gateway. */
  client: string
  /** Whether `X-Forwarded-For` was sent, trusted or not. */
  isForwarded: boolean
}

/** Responds to genuine marks; ignores other requests. */
export type ResponseProbe = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Tells holders of the signature keys, such as `gatehouse doctor`, how a request arrived. Requests without a
 * mark cost nothing.
 */
export function createProbeResponse(
  config: Pick<Config, 'cookie' | 'publicUrl'>,
  now: () => number
): ResponseProbe {
  const marks = createProbeMarks(config, now)
  return (request, reply) => {
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
