import { ERROR } from './shapes.ts'

/** One answer of an operation. */
interface Reply {
  description: string
  content?: Record<string, { schema: object }>
}

/** One operation of the gateway's own endpoints, at its default path. */
export interface Operation {
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST'
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
/** A page. */
export const html = (description: string): Reply => ({
  description,
  content: { 'text/html': { schema: { type: 'string' } } }
})
/** A text of this media type. */
export const plain = (description: string, type: string): Reply => ({
  description,
  content: { [type]: { schema: { type: 'string' } } }
})
/** An answer without a body that is described. */
export const bare = (description: string): Reply => ({ description })
/** A refusal, as all endpoints give it. */
export const refused = (description: string): Reply => json(description, ERROR)
