/** How much of the gateway a visitor who is not signed in may take up here. Times in milliseconds. */
export interface AuthHelperLimits {
  /** Connections to the helper; more requests wait for one, with their bodies read. */
  connections: number
  connectTimeoutMs: number
  /** Longest wait for the head of an answer. */
  headersTimeoutMs: number
  /** Longest silence inside a body, either way. */
  bodyTimeoutMs: number
  /** Longest life of a request, from its head to the last byte of the answer. */
  totalTimeoutMs: number
  largestBodyBytes: number
  /** All bodies together that are read, or being read, and not answered yet. Requests beyond it are refused. */
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

/** When a visitor may try again who was refused, in seconds. */
export const RETRY_AFTER_SECONDS = 5
