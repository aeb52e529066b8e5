import { BLOCKED } from '../../auth/blocking.ts'
import { canSignInDirectly, type DirectAnswer, signInDirectly } from '../../auth/direct-sign-in.ts'
import type { Credentials } from '../../auth/sdk-contract.ts'
import type { Actions } from '../actions.ts'
import type { Attempt } from '../context/attempts.ts'
import type { FlowContext } from '../context/flow-context.ts'
import { awaitDeparture, onSessionOpened } from '../session.ts'
import { beginWithCredentials } from './credentials.ts'
import { asksNothingElse, type SignInSteps } from './sign-in.ts'

/** Provider messages that the SDK could only translate into these codes. */
const finalRefusals: ReadonlyMap<string, string> = new Map([
  ['INVALID_LOGIN_CREDENTIALS', 'auth/invalid-credential'],
  ['EMAIL_NOT_FOUND', 'auth/user-not-found'],
  ['INVALID_PASSWORD', 'auth/wrong-password'],
  ['USER_DISABLED', 'auth/user-disabled'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'auth/too-many-requests'],
  // The SDK would have the function run again.
  [BLOCKED, BLOCKED]
])

/** Sign-in with email address and password: directly if nothing else is needed, otherwise with the SDK. */
export function createPasswordFlow(
  context: FlowContext,
  steps: Pick<SignInSteps, 'onSignInAnswer' | 'onSessionRefused' | 'withTenant'>
): Pick<Actions, 'signInWithPassword'> {
  const { browser, config, memory, onProved, store } = context

  async function askDirectly(attempt: Attempt, credentials: Credentials): Promise<DirectAnswer> {
    const isDirect = onProved === null && canSignInDirectly(config) && asksNothingElse(context)
    if (!isDirect) return { kind: 'unfinished' }
    const onTokens = () => attempt.dispatch({ type: 'signed-in' })
    const { tenantId } = memory
    const remember = config.remember ? store.state().remember : null
    return signInDirectly({ config, tenantId, remember, fetch: browser.fetch, onTokens }, credentials)
  }

  /** Does not send the password again if a second step is due, nor retry a session that was refused. */
  async function askSdk(attempt: Attempt, credentials: Credentials, answer: DirectAnswer): Promise<void> {
    const sdk = await attempt.sdk()
    if (sdk === null) return
    const signedIn = await (answer.kind === 'pending'
      ? sdk.continueSignIn(answer)
      : sdk.signInWithPassword(credentials))
    if (answer.kind !== 'session-refused' || signedIn.kind !== 'signed-in' || attempt.isOver())
      return steps.onSignInAnswer(attempt, signedIn)
    memory.account = signedIn.account
    await steps.onSessionRefused(attempt, signedIn.account, answer.refusal)
  }

  async function continueWith(
    attempt: Attempt,
    credentials: Credentials,
    answer: DirectAnswer
  ): Promise<void> {
    if (attempt.isOver()) return
    switch (answer.kind) {
      case 'opened':
        attempt.dispatch({ type: 'signed-in' })
        return onSessionOpened(context, attempt, answer.idToken)
      case 'left':
        attempt.dispatch({ type: 'signed-in' })
        attempt.dispatch({ type: 'session-opened' })
        return awaitDeparture(context)
      case 'unreachable':
        return attempt.refuse({ code: 'auth/network-request-failed' })
      case 'refused': {
        const code = finalRefusals.get(answer.message.split(' ')[0] ?? '')
        if (code !== undefined) return attempt.refuse({ code, message: answer.message })
      }
    }
    await askSdk(attempt, credentials, answer)
  }

  return {
    signInWithPassword: ({ early, ...typed }) =>
      beginWithCredentials(context, steps.withTenant, typed, async (attempt, credentials) =>
        continueWith(attempt, credentials, await (early ?? askDirectly(attempt, credentials)))
      )
  }
}
