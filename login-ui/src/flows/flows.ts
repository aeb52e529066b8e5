/**
 * What the login page does, as actions on the store. Uses neither React nor browser globals: its environment
 * comes through `FlowDeps`. Password sign-in is loaded at once, the other flows from files of their own.
 */

import { dropRedirect } from '../auth/pending-redirect.ts'
import { isBusy } from '../machine.ts'
import type { Act, ActionName, Actions } from './actions.ts'
import { createFlowContext, type FlowContext, type FlowDeps } from './context/flow-context.ts'
import { forgetLastUsed } from './last-used.ts'
import { createLazyFlows, type FlowFiles, type LazyFlow, type LazyFlows, loadAhead } from './lazy-flows.ts'
import { createLastStep, forgetAccount, leave, leaveWithSession } from './session.ts'
import { createPasswordFlow } from './sign-in/password.ts'
import { createOnSignInAnswer, hasTenants, type SignInSteps } from './sign-in/sign-in.ts'
import { startPage, startProof } from './startup.ts'

export interface Flows {
  act: Act
  /** Starts everything not triggered by an action. Call once, in a browser; returns a stop function. */
  start(): () => void
}

/** Source of each action: loaded at once, or from a file of its own. */
type ActionSources = { [Name in ActionName]: Pick<LazyFlow<Pick<Actions, Name>>, 'use'> }

/** Actions that do not end a return from a provider. */
const besideReturn: ReadonlySet<ActionName> = new Set(['warmUp', 'preparePasskey', 'speak', 'forgetLastUsed'])

export function createFlows({ files, ...deps }: FlowDeps & { files: FlowFiles }): Flows {
  const context = createFlowContext(deps)
  const steps = createSteps(context, () => lazy)
  const lazy: LazyFlows = createLazyFlows(files, context, steps)
  const { federated, otherWays, passkeys, secondStep } = lazy

  const warmUp = () => loadAhead(deps, lazy)
  const navigation = createNavigation(context, lazy)
  const flows = {
    warmUp,
    forgetLastUsed: () => forgetLastUsed(context),
    ...createPasswordFlow(context, steps),
    ...navigation
  }
  const onLanguageLost = () => context.store.dispatch({ type: 'language-changed', language: null })
  const present = { use: (act: (present: typeof flows) => void) => act(flows) }
  const sources: ActionSources = {
    warmUp: present,
    signInWithPassword: present,
    go: present,
    startOver: present,
    proceed: present,
    forgetLastUsed: present,
    useOtherAccount: present,
    cancel: present,
    // Applied whatever the page shows once the file is loaded.
    speak: { use: (act) => void otherWays.load().then(act, onLanguageLost) },
    signInAs: otherWays,
    chooseTenant: otherWays,
    changeTenant: otherWays,
    signUp: otherWays,
    checkNewPassword: otherWays,
    requestReset: otherWays,
    requestLink: otherWays,
    askForPhone: otherWays,
    sendPhoneCode: otherWays,
    answerPhoneCode: otherWays,
    applyAction: otherWays,
    // Prefetch only: errors are shown when the visitor acts.
    preparePasskey: { use: passkeys.useQuietly },
    signInWithPasskey: passkeys,
    addPasskey: passkeys,
    declinePasskey: passkeys,
    signInWith: federated,
    chooseFactor: secondStep,
    sendFactorCode: secondStep,
    answerFactor: secondStep,
    startEnrolment: secondStep,
    finishEnrolment: secondStep,
    skipEnrolment: secondStep,
    sendVerification: secondStep,
    checkVerification: secondStep,
    connect: secondStep
  }

  return {
    act(name, ...input) {
      // Pressed before the page could show the return: the visitor wants this instead.
      const isReturning = context.store.state().status.name === 'returning'
      if (isReturning && !besideReturn.has(name)) navigation.cancel()
      sources[name].use((flow) => flow[name](...input))
    },
    start: () =>
      context.onProved === null ? startPage(context, { lazy, warmUp }) : startProof(context, lazy)
  }
}

/** `lazy`: the lazy flows, which build on these steps. */
function createSteps(context: FlowContext, lazy: () => LazyFlows): SignInSteps {
  const { config, memory } = context
  const onSessionRefused: SignInSteps['onSessionRefused'] = async (attempt, ...refused) => {
    const flow = await lazy().secondStep.loadFor(attempt)
    await flow?.onSessionRefused(attempt, ...refused)
  }
  const openSession = createLastStep(context, onSessionRefused)
  return {
    openSession,
    onSessionRefused,
    onSignInAnswer: createOnSignInAnswer(context, openSession, async (attempt, ...answered) => {
      const flow = await lazy().secondStep.loadFor(attempt)
      await flow?.onFurtherStep(attempt, ...answered)
    }),
    withTenant(email, then) {
      if (hasTenants(config)) return lazy().otherWays.use((flow) => flow.withTenant(email, then))
      memory.tenantId = config.tenant.id
      then()
    }
  }
}

function createNavigation(
  context: FlowContext,
  { otherWays }: Pick<LazyFlows, 'otherWays'>
): Pick<Actions, 'go' | 'startOver' | 'useOtherAccount' | 'proceed' | 'cancel'> {
  const { attempts, browser, memory, router, store } = context

  return {
    go(address) {
      if (!isBusy(store.state())) router.go(address)
    },

    startOver() {
      if (isBusy(store.state())) return
      forgetAccount(context)
      memory.leftPassword = false
      router.go('sign-in')
    },

    useOtherAccount() {
      if (!isBusy(store.state())) store.dispatch({ type: 'chose-other-account' })
    },

    proceed() {
      const state = store.state()
      if (state.screen.name === 'leaving') leave(context)
      else if (isBusy(state)) return
      else if (state.screen.name === 'action') otherWays.use((flow) => flow.proceedAfterAction())
      else leaveWithSession(context)
    },

    cancel() {
      const { name } = store.state().status
      if (name !== 'waiting' && name !== 'returning') return
      if (name === 'returning') dropRedirect(browser.storage)
      attempts.abandon()
      store.dispatch({ type: 'cancelled' })
    }
  }
}
