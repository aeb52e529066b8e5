import type { TraceHeaders, TraceIds } from './trace-context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The trace of a request that has just come in; null: it belongs to none. */
    beginTrace(request: Pick<FastifyRequest, 'raw'>): RequestTrace | null
  }
  interface FastifyRequest {
    /** The trace that this request belongs to; null: to none. */
    trace: RequestTrace | null
  }
}

/** The trace that a request belongs to, and the gateway's part of it. */
export interface RequestTrace extends TraceIds {
  /** The request is passed on to the application: gives the headers that tell it of the trace. To be called once. */
  passOn(): TraceHeaders
}
