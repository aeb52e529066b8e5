import { Fault } from '../errors.ts'
import type { EventSink } from '../operations/events.ts'
import type { RequestRecord } from '../traffic/record.ts'
import type { FactsReading } from './adapters.ts'
import {
  createReadForwardAuth,
  invalid,
  type ReadForwardAuthOptions,
  type RefusedForwardAuth
} from './forwarded-request.ts'
import type { Asking, Judge, Result } from './verdict.ts'

/** A verdict, or why there is none: the question itself is wrong. */
export type Reply = Result | { kind: 'unanswerable'; fault: Fault }

/** Takes the questions of proxies in every dialect; see `createForwardAuthRequests`. */
export interface ForwardAuthRequests {
  /** The fault of an address that may not ask; null: it may. To be asked before anything else is read. */
  refusePeer(peer: string, record: RequestRecord): Fault | null
  response(peer: string, reading: FactsReading, asking: Asking): Reply | Promise<Reply>
}

export interface ForwardAuthRequestsOptions extends ReadForwardAuthOptions {
  evaluate: Judge
  report: EventSink
}

/** The one way of a question: who asks, what about, may they pass. Each refusal of the question itself is told to the operator. */
export function createForwardAuthRequests(options: ForwardAuthRequestsOptions): ForwardAuthRequests {
  const { isAuthProxy, evaluate, report } = options
  const readForwardAuth = createReadForwardAuth(options)

  /** Each is in the line of its question; what the operator can mend is a warning, now and then. */
  function refuse(peer: string, { fault, hint }: Refused, record: RequestRecord): Fault {
    record.fault = fault
    if (hint !== null) report({ kind: 'question.refused', code: fault.code, peer, ...hint })
    return fault
  }

  return {
    refusePeer: (peer, record) => (isAuthProxy(peer) ? null : refuse(peer, untrusted(peer), record)),

    response(peer, reading, asking) {
      const forwardAuthRequest =
        reading.kind === 'facts'
          ? readForwardAuth(reading.facts, peer, asking.successIsPass)
          : invalid(reading.problem)
      return forwardAuthRequest.kind === 'forwardAuthRequest'
        ? evaluate(forwardAuthRequest.authRequest, asking)
        : { kind: 'unanswerable', fault: refuse(peer, forwardAuthRequest, asking.record) }
    }
  }
}

type Refused = Pick<RefusedForwardAuth, 'fault' | 'hint'>

function untrusted(peer: string): Refused {
  return {
    fault: new Fault('FORBIDDEN', { detail: `question from ${peer}` }),
    hint: {
      cause: `${peer} asked and is not in forwardAuth.trustedProxies`,
      fix: 'add the address of the proxy there; if it is none of yours, keep it away from this listener'
    }
  }
}
