import { problemOf } from '../../auth/errors.ts'
import type { Enrolment, Refusal } from '../../auth/sdk-contract.ts'
import type { Screen } from '../../machine.ts'
import type { Actions } from '../actions.ts'
import type { Attempt } from '../context/attempts.ts'
import type { Uses } from '../context/flow-context.ts'
import type { OpenSession } from '../session.ts'
import { askForVerification, refuseStep } from './refusal.ts'
import { refuseCode } from './second-factor.ts'

export type EnrolmentActions = Pick<Actions, 'startEnrolment' | 'finishEnrolment' | 'skipEnrolment'>

/** Setting up a second factor between sign-in and session. */
export function createEnrolmentFlow(
  context: Uses<'attempts' | 'browser' | 'clock' | 'config' | 'memory' | 'router' | 'store'>,
  openSession: OpenSession
): EnrolmentActions {
  const { attempts, config, memory, store } = context
  let enrolment: Enrolment | null = null

  function refuse(attempt: Attempt, refusal: Refusal): void {
    if (refusal.code === 'auth/unverified-email' && memory.account !== null)
      askForVerification(attempt, memory.account.email)
    else refuseStep(context, attempt, refusal)
  }

  function atEnrolment(
    work: (attempt: Attempt, screen: Extract<Screen, { name: 'enrol' }>) => Promise<void>
  ) {
    const { screen } = store.state()
    if (screen.name === 'enrol') attempts.begin({ type: 'submitted' }, (attempt) => work(attempt, screen))
  }

  return {
    startEnrolment() {
      atEnrolment(async (attempt, screen) => {
        if (memory.account === null) return refuseStep(context, attempt)
        const answer = await memory.account.startEnrolment(config.mfa.issuer)
        if (attempt.isOver()) return
        if (answer.kind === 'refused') return refuse(attempt, answer)
        enrolment = answer
        const { secret, uri } = answer
        attempt.show({ ...screen, enrolment: { secret, uri } })
      })
    },

    finishEnrolment(typed) {
      const code = typed.replace(/\s/g, '')
      if (code === '' && memory.awaitingSession === null && store.state().screen.name === 'enrol')
        return attempts.refuse(problemOf('page/code-missing'))
      atEnrolment(async (attempt) => {
        // The factor is set up: only the session is missing.
        if (memory.awaitingSession !== null) return openSession(attempt, memory.awaitingSession)
        if (memory.account === null || enrolment === null) return refuseStep(context, attempt)
        const { account } = memory
        const answer = await enrolment.finish(code)
        if (answer.kind === 'refused') {
          if (problemOf(answer.code).kind === 'code') return refuseCode(context, attempt, answer, 'totp')
          return refuse(attempt, answer)
        }
        memory.hasEnrolled = true
        if (!attempt.isOver()) await openSession(attempt, account)
      })
    },

    skipEnrolment() {
      atEnrolment(async (attempt, { required }) => {
        if (memory.account === null) return refuseStep(context, attempt)
        if (required) attempt.dispatch({ type: 'cancelled' })
        else await openSession(attempt, memory.account)
      })
    }
  }
}
