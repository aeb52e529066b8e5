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
  /** Does the work; spans that it begins belong to this request. */
  within<T>(work: () => T): T
  /** The request is passed on to the application: gives the headers that tell it of the trace. To be called once. */
  passOn(call: { method: string; host: string }): TraceHeaders
  /** The head of the application's answer has come, with this status. */
  upstreamAnswered(status: number): void
  /** The application's answer is complete. */
  upstreamEnded(): void
  /** The answer of the gateway is over. To be called once. */
  end(end: TraceEnd): void
}

/** What is known of a request when its answer is over. */
export interface TraceEnd {
  method: string
  /** Origin that the visitor used; empty: not known. */
  origin: string
  /** Without its query; undefined: it could not be read. */
  path: string | undefined
  route: string
  /** 0: the client was gone before there was an answer. */
  status: number
  /** What was decided; undefined: nothing. */
  outcome: string | undefined
  /** Code of a failure of the gateway, the application or the provider; null: there was none. */
  failure: string | null
  /** Uid; undefined: not known. */
  subject: string | undefined
}
