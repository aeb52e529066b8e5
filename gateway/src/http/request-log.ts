import type { AuthRequest } from './auth-request.ts'

/** User agents are cut here wherever they are kept or logged. */
export const MAX_USER_AGENT_CHARS = 350

/** The request in a line of the log; members that are undefined are left out. */
export type RequestLine = {
  method: string
  /** Without its query. */
  path: string | undefined
  /** Address of the client. */
  client: string
  userAgent: string | undefined
}

/** What the log may know of a request: never its query, its cookies or its authorization. */
export function describeRequest({ method, target, client, headers }: AuthRequest): RequestLine {
  return {
    method,
    path: target?.path,
    client,
    userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT_CHARS)
  }
}
