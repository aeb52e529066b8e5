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
