import { problemOf } from '../auth/errors.ts'
import type { Enrolment } from '../auth/sdk-contract.ts'
import type { Screen } from '../machine.ts'
import type { Actions } from './actions.ts'
import type { Attempt, Page } from './page.ts'
import { askForVerification } from './refusal.ts'
import { refuseCode } from './second-factor.ts'
import { openSession } from './session.ts'

export type EnrolmentActions = Pick<Actions, 'startEnrolment' | 'finishEnrolment' | 'skipEnrolment'>

/** Setting up a second factor between sign-in and session. */
export function createEnrolmentFlows(page: Page): EnrolmentActions {
  const { config, memory } = page
  let enrolment: Enrolment | null = null

  function refuse(attempt: Attempt, code: string): void {
    const isOver = problemOf(code).kind === 'expired'
    if (code === 'auth/unverified-email' && memory.account !== null)
      askForVerification(attempt, memory.account.email)
    else attempt.refuse({ code }, isOver ? { screen: page.home() } : {})
  }

  function atEnrolment(
    work: (attempt: Attempt, screen: Extract<Screen, { name: 'enrol' }>) => Promise<void>
  ) {
    const { screen } = page.state()
    if (screen.name === 'enrol') page.attempt({ type: 'submitted' }, (attempt) => work(attempt, screen))
  }

  return {
    startEnrolment() {
      atEnrolment(async (attempt, screen) => {
        if (memory.account === null) return refuse(attempt, 'auth/user-token-expired')
        const answer = await memory.account.startEnrolment(config.mfa.issuer)
        if (attempt.isOver()) return
        if (answer.kind === 'refused') return refuse(attempt, answer.code)
        enrolment = answer
        const { secret, uri } = answer
        attempt.show({ ...screen, enrolment: { secret, uri } })
      })
    },

    finishEnrolment(typed) {
      const code = typed.replace(/\s/g, '')
      if (code === '' && memory.unopened === null && page.state().screen.name === 'enrol')
        return page.refuseAtOnce(problemOf('page/code-missing'))
      atEnrolment(async (attempt) => {
        // Set up already: only the gateway's answer is missing.
        if (memory.unopened !== null) return openSession(page, attempt, memory.unopened)
        if (memory.account === null || enrolment === null) return refuse(attempt, 'auth/user-token-expired')
        const { account } = memory
        const answer = await enrolment.finish(code)
        if (answer.kind === 'refused') {
          if (problemOf(answer.code).kind === 'code') return refuseCode(page, attempt, answer.code, 'totp')
          return refuse(attempt, answer.code)
        }
        memory.hasEnrolled = true
        if (!attempt.isOver()) await openSession(page, attempt, account)
      })
    },

    skipEnrolment() {
      atEnrolment(async (attempt, { required }) => {
        if (memory.account === null) return refuse(attempt, 'auth/user-token-expired')
        if (required) attempt.tell({ type: 'cancelled' })
        else await openSession(page, attempt, memory.account)
      })
    }
  }
}
