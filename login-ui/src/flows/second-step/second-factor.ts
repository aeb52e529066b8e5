import { problemOf } from '../../auth/errors.ts'
import type { Account, Challenge, Refusal } from '../../auth/sdk-contract.ts'
import { isClockOff, wrongCodeOf } from '../../auth/wrong-code.ts'
import { isBusy, type Screen } from '../../machine.ts'
import type { Actions } from '../actions.ts'
import type { Attempt } from '../context/attempts.ts'
import type { FlowContext } from '../context/flow-context.ts'
import type { OpenSession } from '../session.ts'
import type { OnSignInAnswer } from '../sign-in/sign-in.ts'
import { refuseStep } from './refusal.ts'

type SecondFactorScreen = Extract<Screen, { name: 'second-factor' }>

interface SecondFactorFlow extends Pick<Actions, 'chooseFactor' | 'sendFactorCode' | 'answerFactor'> {
  /** Shows the second step of a sign-in. */
  ask(attempt: Attempt, challenge: Challenge): void
}

export function createSecondFactorFlow(
  context: FlowContext,
  onSignInAnswer: OnSignInAnswer,
  finish: Finish
): SecondFactorFlow {
  const { attempts, config, memory, store } = context
  let challenge: Challenge | null = null

  function atSecondFactor(use: (screen: SecondFactorScreen, challenge: Challenge) => void): void {
    const { screen } = store.state()
    if (challenge !== null && screen.name === 'second-factor' && !isBusy(store.state()))
      use(screen, challenge)
  }

  return {
    ask(attempt, asked) {
      const factors = asked.factors.filter(({ kind }) => kind === 'totp' || config.mfa.sms)
      const chosen = factors.find(({ kind }) => kind === 'totp') ?? factors[0]
      if (chosen === undefined) return attempt.refuse({ code: 'page/second-factor' })
      challenge = asked
      attempt.show({ name: 'second-factor', factors, chosen, codes: 0 })
    },

    chooseFactor(factorId) {
      atSecondFactor((screen) => {
        const chosen = screen.factors.find(({ id }) => id === factorId)
        if (chosen === undefined) return
        store.dispatch({ type: 'shown', screen: { ...screen, chosen, codes: 0 } })
      })
    },

    sendFactorCode() {
      atSecondFactor((screen, { sendCode }) => {
        if (screen.chosen.kind !== 'sms') return
        attempts.begin({ type: 'submitted' }, async (attempt) => {
          const answer = await sendCode(screen.chosen.id)
          if (answer.kind === 'done') attempt.show({ ...screen, codes: screen.codes + 1 })
          else refuseStep(context, attempt, answer)
        })
      })
    },

    answerFactor(typed) {
      atSecondFactor(({ chosen, factors }, { answer }) => {
        const code = typed.replace(/\s/g, '')
        const { awaitingSession } = memory
        if (code === '' && awaitingSession === null) return attempts.refuse(problemOf('page/code-missing'))
        attempts.begin({ type: 'submitted' }, async (attempt) => {
          // The code is accepted and consumed; only the session is missing.
          if (awaitingSession !== null) return finish(attempt, awaitingSession, true)
          const answered = await answer(chosen.id, code)
          if (answered.kind === 'refused') return refuseCode(context, attempt, answered, chosen.kind)
          await onSignInAnswer(attempt, answered, {
            hasAuthenticator: factors.some(({ kind }) => kind === 'totp')
          })
        })
      })
    }
  }
}

/** Shows why a code was rejected; for an authenticator, also whether the clock is off. */
export async function refuseCode(
  context: FlowContext,
  attempt: Attempt,
  refusal: Refusal,
  kind: 'totp' | 'sms'
): Promise<void> {
  const isOff = () => isClockOff(context.browser, context.config)
  const code = kind === 'sms' ? refusal.code : await wrongCodeOf(refusal.code, isOff)
  refuseStep(context, attempt, { ...refusal, code })
}

/**
 * Continues after an account has passed all its factors: sets up a second factor if requested, or if the
 * redirect target requires one and none was used; otherwise opens the session. `hasAuthenticator`: whether
 * the account has one; omitted: no factor was used.
 */
export type Finish = (attempt: Attempt, account: Account, hasAuthenticator?: boolean) => Promise<void>

export function createFinish({ config, memory }: FlowContext, openSession: OpenSession): Finish {
  return async (attempt, account, hasAuthenticator) => {
    memory.account = account
    const needsFactor = config.secondFactor && hasAuthenticator === undefined
    const cameForThat = memory.address === 'second-step' && hasAuthenticator !== true
    if (config.mfa.totp === 'off' || !(needsFactor || cameForThat)) return openSession(attempt, account)
    const { email, emailVerified } = account
    if (!emailVerified && email !== null) attempt.show({ name: 'verify', email, sent: false })
    else
      attempt.show({
        name: 'enrol',
        required: needsFactor || config.mfa.totp === 'required',
        enrolment: null
      })
  }
}
