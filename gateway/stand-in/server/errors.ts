import type { FastifyInstance, FastifyReply } from 'fastify'

const STATUS_NAMES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED'
}

/** `error.errors[].reason` of errors without a code of the service. */
const REASONS: Record<number, string> = {
  400: 'badRequest',
  401: 'authError',
  403: 'forbidden',
  404: 'notFound'
}

const CODE = /^[A-Z][A-Z0-9_]*( : |$)/

/** Whose error body a route answers with; `rpcStatus` is that of Google's newer services. */
export type ErrorShape = 'identityToolkit' | 'rpcStatus' | 'oauth' | 'html'

/** What an error may say beside its message. */
export interface ErrorExtras {
  /** `error_description` in OAuth's shape. */
  description?: string | undefined
  /** `error.details` in Google's shapes. */
  details?: Record<string, unknown>[] | undefined
}

/** A refusal in the provider's own words; the route's error handler gives it the shape of its service. */
export class ProviderError extends Error {
  readonly statusCode: number
  readonly description: string | undefined
  readonly details: Record<string, unknown>[] | undefined

  constructor(statusCode: number, message: string, extras: ErrorExtras = {}) {
    super(message)
    this.statusCode = statusCode
    this.description = extras.description
    this.details = extras.details
  }
}

/** An entry of `error.details`, such as `buildErrorInfo('API_KEY_INVALID')`. */
export function buildErrorInfo(
  reason: string,
  metadata: Record<string, string> = {},
  domain = 'googleapis.com'
): Record<string, unknown> {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain, metadata }
}

/**
 * The body of an error.
 * identitytoolkit: a 400 with a code has no `status`, everything else has. `rpcStatus`: `status` always, `errors` never.
 * OAuth: RFC 6749, 5.2.
 */
export function buildErrorBody(
  shape: Exclude<ErrorShape, 'html'>,
  code: number,
  message: string,
  { description, details }: ErrorExtras = {}
): Record<string, unknown> {
  if (shape === 'oauth')
    return description === undefined ? { error: message } : { error: message, error_description: description }
  const status = STATUS_NAMES[code] ?? 'UNKNOWN'
  if (shape === 'rpcStatus') return { error: { code, message, status, details } }
  const isPlainCode = code === 400 && CODE.test(message)
  const reason = isPlainCode ? 'invalid' : (REASONS[code] ?? 'backendError')
  const errors = [{ message, reason, domain: 'global' }]
  return { error: { code, message, errors, status: isPlainCode ? undefined : status, details } }
}

/** Answers with Google's page for an error. */
export function sendHtml(reply: FastifyReply, status: number, message = "That's an error."): FastifyReply {
  const page = `<!DOCTYPE html>\n<html><title>Error ${status} (Server Error)!!1</title><p>${message}</html>\n`
  return reply.code(status).type('text/html; charset=UTF-8').send(page)
}

/** Gives the errors of a scope's routes the shape of their service; unexpected ones are a 500. */
export function setErrorShape(scope: FastifyInstance, shape: ErrorShape): void {
  scope.setErrorHandler((err, _request, reply) => {
    const { statusCode, message, ...extras } = err instanceof ProviderError ? err : readError(err)
    return shape === 'html'
      ? sendHtml(reply, statusCode, message)
      : reply.code(statusCode).send(buildErrorBody(shape, statusCode, message, extras))
  })
}

function readError(err: unknown): { statusCode: number; message: string } {
  const { code, statusCode }: Record<string, unknown> = Object(err)
  const message = err instanceof Error ? err.message : 'Internal error encountered.'
  const isUnreadableBody = typeof code === 'string' && code.startsWith('FST_ERR_CTP')
  if (isUnreadableBody || err instanceof SyntaxError)
    return { statusCode: 400, message: `Invalid JSON payload received. ${message}` }
  return { statusCode: typeof statusCode === 'number' ? statusCode : 500, message }
}
