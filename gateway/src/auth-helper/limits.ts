/** Limits on what unauthenticated clients may use. Times in milliseconds. */
export interface AuthHelperLimits {
  /** Connections to the helper. Further requests queue with their bodies buffered. */
  connections: number
  connectTimeoutMs: number
  /** Timeout of the response head. */
  headersTimeoutMs: number
  /** Idle timeout of a body, in either direction. */
  bodyTimeoutMs: number
  /** Timeout of the whole exchange. */
  totalTimeoutMs: number
  largestBodyBytes: number
  /** Total bytes of buffered request bodies. Requests beyond it are refused. */
  heldBodyBytes: number
}

export const AUTH_HELPER_LIMITS: AuthHelperLimits = {
  connections: 256,
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 15_000,
  bodyTimeoutMs: 15_000,
  totalTimeoutMs: 60_000,
  largestBodyBytes: 1024 * 1024,
  heldBodyBytes: 32 * 1024 * 1024
}

/** `Retry-After` of refused requests, in seconds. */
export const RETRY_AFTER_SECONDS = 5
