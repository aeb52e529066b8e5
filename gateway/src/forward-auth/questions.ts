import { Fault } from '../errors.ts'
import type { EventSink } from '../operations/events.ts'
import type { RequestRecord } from '../traffic/record.ts'
import type { FactsReading } from './dialects.ts'
import { createReadQuestion, flawed, type QuestionOptions, type RefusedQuestion } from './question.ts'
import type { Asking, Judge, Verdict } from './verdict.ts'

/** A verdict, or why there is none: the question itself is wrong. */
export type Reply = Verdict | { kind: 'unanswerable'; fault: Fault }

/** Takes the questions of proxies in every dialect; see `createQuestions`. */
export interface Questions {
  /** The fault of an address that may not ask; null: it may. To be asked before anything else is read. */
  refusePeer(peer: string, record: RequestRecord): Fault | null
  answer(peer: string, reading: FactsReading, asking: Asking): Reply | Promise<Reply>
}

export interface QuestionsOptions extends QuestionOptions {
  judge: Judge
  report: EventSink
}

/** The one way of a question: who asks, what about, may they pass. Each refusal of the question itself is told to the operator. */
export function createQuestions(options: QuestionsOptions): Questions {
  const { mayAsk, judge, report } = options
  const readQuestion = createReadQuestion(options)

  /** Each is in the line of its question; what the operator can mend is a warning, now and then. */
  function refuse(peer: string, { fault, hint }: Refused, record: RequestRecord): Fault {
    record.fault = fault
    if (hint !== null) report({ kind: 'question.refused', code: fault.code, peer, ...hint })
    return fault
  }

  return {
    refusePeer: (peer, record) => (mayAsk(peer) ? null : refuse(peer, untrusted(peer), record)),

    answer(peer, reading, asking) {
      const question =
        reading.kind === 'facts'
          ? readQuestion(reading.facts, peer, asking.successIsPass)
          : flawed(reading.flaw)
      return question.kind === 'question'
        ? judge(question.judged, asking)
        : { kind: 'unanswerable', fault: refuse(peer, question, asking.record) }
    }
  }
}

type Refused = Pick<RefusedQuestion, 'fault' | 'hint'>

function untrusted(peer: string): Refused {
  return {
    fault: new Fault('FORBIDDEN', { detail: `question from ${peer}` }),
    hint: {
      cause: `${peer} asked and is not in forwardAuth.trustedProxies`,
      fix: 'add the address of the proxy there; if it is none of yours, keep it away from this listener'
    }
  }
}
