import type { AuthRequest } from './auth-request.ts'

/** User agents are truncated to this everywhere. */
export const MAX_USER_AGENT_CHARS = 350

/** Loggable facts of a request: never its query, cookies or authorization. */
export function describeRequest({ method, target, client, headers }: AuthRequest) {
  return {
    method,
    path: target?.path,
    client,
    userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT_CHARS)
  }
}
