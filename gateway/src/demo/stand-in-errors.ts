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

const CODE = /^[A-Z][A-Z0-9_]*( : |$)/

/** A refusal in the provider's own words; the route's error handler gives it the shape of its service. */
export class ProviderError extends Error {
  readonly statusCode: number
  /** `error_description` at the OAuth endpoint. */
  readonly description: string | undefined

  constructor(statusCode: number, message: string, description?: string) {
    super(message)
    this.statusCode = statusCode
    this.description = description
  }
}

/** The body of an identitytoolkit error; a 400 with a code has no `status`, everything else has. */
export function buildIdentityToolkitError(code: number, message: string): Record<string, unknown> {
  const error = { code, message, errors: [{ message, reason: 'invalid', domain: 'global' }] }
  const isPlainCode = code === 400 && CODE.test(message)
  return { error: isPlainCode ? error : { ...error, status: STATUS_NAMES[code] ?? 'UNKNOWN' } }
}

/** The body of a securetoken error: `status` always, `errors` never. */
export function buildSecureTokenError(code: number, message: string): Record<string, unknown> {
  return { error: { code, message, status: STATUS_NAMES[code] ?? 'UNKNOWN' } }
}

/** The body of an OAuth error (RFC 6749, 5.2). */
export function buildOAuthError(error: string, description: string | undefined): Record<string, unknown> {
  return description === undefined ? { error } : { error, error_description: description }
}
