import { Fault } from '../errors.ts'
import type { EventSink } from '../operations/events.ts'
import type { RequestRecord } from '../traffic/record.ts'
import type { FactsReading } from './adapters.ts'
import type { AuthRequestContext, Evaluate, Result } from './evaluate.ts'
import {
  createReadForwardAuth,
  invalid,
  type ReadForwardAuthOptions,
  type RefusedForwardAuth
} from './forwarded-request.ts'

/** A decision, or the error of an invalid auth request. */
export type Reply = Result | { kind: 'unanswerable'; fault: Fault }

/** Handles auth requests of every adapter. */
export interface ForwardAuthRequests {
  /** The error for an untrusted peer, otherwise null. Check it before reading anything else. */
  refusePeer(peer: string, record: RequestRecord): Fault | null
  response(peer: string, reading: FactsReading, context: AuthRequestContext): Reply | Promise<Reply>
}

export interface ForwardAuthRequestsOptions extends ReadForwardAuthOptions {
  evaluate: Evaluate
  report: EventSink
}

/**
 * Validates the peer and the auth request, then evaluates access. Invalid auth requests are reported to the
 * operator.
 */
export function createForwardAuthRequests(options: ForwardAuthRequestsOptions): ForwardAuthRequests {
  const { isAuthProxy, evaluate, report } = options
  const readForwardAuth = createReadForwardAuth(options)

  /**
   * Logs each refusal with its request; those the operator can fix are also reported as rate-limited
   * warnings.
   */
  function refuse(peer: string, { fault, hint }: Refused, record: RequestRecord): Fault {
    record.fault = fault
    if (hint !== null) report({ kind: 'question.refused', code: fault.code, peer, ...hint })
    return fault
  }

  return {
    refusePeer: (peer, record) => (isAuthProxy(peer) ? null : refuse(peer, untrusted(peer), record)),

    response(peer, reading, context) {
      const forwardAuthRequest =
        reading.kind === 'facts'
          ? readForwardAuth(reading.facts, peer, context.successIsPass)
          : invalid(reading.problem)
      return forwardAuthRequest.kind === 'forwardAuthRequest'
        ? evaluate(forwardAuthRequest.authRequest, context)
        : { kind: 'unanswerable', fault: refuse(peer, forwardAuthRequest, context.record) }
    }
  }
}

type Refused = Pick<RefusedForwardAuth, 'fault' | 'hint'>

function untrusted(peer: string): Refused {
  return {
    fault: new Fault('FORBIDDEN', { detail: `auth request from ${peer}` }),
    hint: {
      cause: `auth request from ${peer}, which is not in forwardAuth.trustedProxies`,
      fix: 'if this is your proxy, add its address there; otherwise block it from this listener'
    }
  }
}
