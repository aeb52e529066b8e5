import { ERROR } from './shapes.ts'

/** One answer of an operation. */
interface Reply {
  description: string
  content?: Record<string, { schema: object }>
}

/** Operations by method and default path, such as `GET /login`. */
export type Operations = Readonly<Record<string, Omit<Operation, 'method' | 'url'>>>

/** One operation of the gateway's own endpoints, at its default path. */
export interface Operation {
  method: string
  url: string
  tag:
    | 'login page'
    | 'session'
    | 'account'
    | 'sign-out'
    | 'forward auth'
    | 'keys'
    | 'authorization server'
    | 'management'
  summary: string
  query?: Record<string, string>
  body?: object
  security?: 'idToken' | 'session' | 'managementToken'
  responses: Record<string, Reply>
}

/** An answer in JSON. */
export const json = (description: string, schema: object): Reply => ({
  description,
  content: { 'application/json': { schema } }
})
/** A text of this media type. */
export const plain = (description: string, type: string): Reply => ({
  description,
  content: { [type]: { schema: { type: 'string' } } }
})
/** A page. */
export const html = (description: string): Reply => plain(description, 'text/html')
/** An answer without a body that is described. */
export const bare = (description: string): Reply => ({ description })
/** A refusal, as all endpoints give it. */
export const refused = (description: string): Reply => json(description, ERROR)

export const SESSION_REFUSALS = {
  401: refused('Not signed in, or the session is over.'),
  403: refused('The account is disabled, or the request came from another site.'),
  503: refused('The provider is not available; cookies are kept.')
}

export const TOO_MANY = { 429: refused('Too many calls for this account.') }
export const JSON_REFUSALS = {
  400: refused('The body is not what is described here.'),
  413: refused('The body is too long.'),
  415: refused('The body is not `application/json` in UTF-8.')
}
