import { problemOf } from '../../auth/errors.ts'
import type { SentCode } from '../../auth/sdk-contract.ts'
import { readPhoneNumber } from '../../lib/phone-number.ts'
import { isBusy } from '../../machine.ts'
import type { Actions } from '../actions.ts'
import type { FlowContext } from '../context/flow-context.ts'
import type { SignInSteps } from './sign-in.ts'

export type PhoneActions = Pick<Actions, 'askForPhone' | 'sendPhoneCode' | 'answerPhoneCode'>

/** Sign-in with a phone number and a code by text message. */
export function createPhoneFlow(
  { attempts, config, memory, store }: FlowContext,
  { onSignInAnswer, openSession }: Pick<SignInSteps, 'onSignInAnswer' | 'openSession'>
): PhoneActions {
  let sent: SentCode | null = null

  return {
    askForPhone() {
      const state = store.state()
      if (!config.methods.phone || isBusy(state)) return
      const number = state.screen.name === 'phone' ? state.screen.number : ''
      store.dispatch({ type: 'shown', screen: { name: 'phone', number, codes: 0 } })
    },

    sendPhoneCode(typed) {
      const { screen } = store.state()
      if (screen.name !== 'phone') return
      const number = readPhoneNumber(typed)
      if (number === null)
        return attempts.refuse(problemOf(typed.trim() === '' ? 'page/phone-missing' : 'page/phone-malformed'))
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        memory.forgetSignIn()
        memory.tenantId = config.tenant.id
        const sdk = await attempt.sdk()
        if (sdk === null) return
        const answer = await sdk.sendPhoneCode(number)
        if (attempt.isOver()) return
        if (answer.kind === 'refused') return attempt.refuse(answer)
        sent = answer
        attempt.show({ name: 'phone', number, codes: screen.codes + 1 })
      })
    },

    answerPhoneCode(typed) {
      const { awaitingSession } = memory
      if (store.state().screen.name !== 'phone' || sent === null) return
      const code = typed.replace(/\s/g, '')
      if (code === '' && awaitingSession === null) return attempts.refuse(problemOf('page/code-missing'))
      const { signIn } = sent
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        // The code is accepted and consumed; only the session is missing.
        if (awaitingSession !== null) return openSession(attempt, awaitingSession)
        const answer = await signIn(code)
        if (!attempt.isOver()) memory.way = 'phone'
        await onSignInAnswer(attempt, answer)
      })
    }
  }
}
