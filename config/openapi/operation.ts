import { ERROR } from './shapes.ts'

/** One answer of an operation. */
interface Answer {
  description: string
  content?: Record<string, { schema: object }>
}

/** One operation of the gateway's own endpoints, at its default path. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH'
  url: string
  tag: 'login page' | 'session' | 'account' | 'sign-out' | 'forward auth' | 'keys' | 'management'
  summary: string
  query?: Record<string, string>
  body?: object
  security?: 'idToken' | 'session' | 'managementToken'
  answers: Record<string, Answer>
}

/** An answer in JSON. */
export const json = (description: string, schema: object): Answer => ({
  description,
  content: { 'application/json': { schema } }
})
/** A page. */
export const html = (description: string): Answer => ({
  description,
  content: { 'text/html': { schema: { type: 'string' } } }
})
/** A text of this media type. */
export const plain = (description: string, type: string): Answer => ({
  description,
  content: { [type]: { schema: { type: 'string' } } }
})
/** An answer without a body that is described. */
export const bare = (description: string): Answer => ({ description })
/** A refusal, as all endpoints give it. */
export const refused = (description: string): Answer => json(description, ERROR)
