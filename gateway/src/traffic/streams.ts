import type { FastifyRequest } from 'fastify'
import { authRequestOf } from '../http/auth-request.ts'
import { describeRequest } from '../http/request-log.ts'
import type { StreamKind } from '../operations/events.ts'
import { describeOwner } from '../operations/log-fields.ts'

/** Notes that the answer to a request is a stream, and tells so; its end is told with that of the request. */
export function openStream(request: FastifyRequest, kind: StreamKind): void {
  const { record, server, log } = request
  record.stream = { kind, end: null }
  server.reportEvent({ kind: 'stream.opened', stream: kind })
  if (server.traffic.logsStreams)
    log.info(
      {
        ...describeRequest(authRequestOf(request)),
        ...describeOwner(record.owner),
        application: record.application ?? undefined,
        stream: kind,
        traceId: record.trace?.traceId,
        spanId: record.trace?.spanId
      },
      'stream opened'
    )
}
