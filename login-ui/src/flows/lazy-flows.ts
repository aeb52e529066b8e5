import { problemOf } from '../auth/errors.ts'
import type { createPasskeyClient } from '../auth/passkeys.ts'
import { loadOnce } from '../lib/load-once.ts'
import type { Attempt } from './context/attempts.ts'
import type { FlowContext, FlowDeps } from './context/flow-context.ts'
import type { createOtherWays, OtherWays } from './other-ways.ts'
import type { createSecondStep } from './second-step/second-step.ts'
import type { createFederatedFlow } from './sign-in/federated.ts'
import type { createPasskeyFlow } from './sign-in/passkeys.ts'
import { hasTenants, type SignInSteps } from './sign-in/sign-in.ts'

/** Flows in a file of their own, loaded on demand. */
export interface LazyFlow<Flow> {
  /** Loads the file once. Rejects on failure; the next call retries. */
  load(): Promise<Flow>
  /** The same during an attempt. Null: loading failed, which is shown, or the attempt is over. */
  loadFor(attempt: Attempt): Promise<Flow | null>
  /** Runs `act` at once if the file is loaded, otherwise later if the visitor is still on the same screen. */
  use(act: (flow: Flow) => void): void
  /** Runs `act` once the file is loaded, whatever the page shows then; never if loading fails. */
  useQuietly(act: (flow: Flow) => void): void
}

/** `fetch`: loads the file and builds its flows. */
function createLazyFlow<Flow>({ attempts, store }: FlowContext, fetch: () => Promise<Flow>): LazyFlow<Flow> {
  let present: Flow | null = null
  const load = loadOnce(async () => {
    present = await fetch()
    return present
  })

  function use(act: (flow: Flow) => void): void {
    if (present !== null) return void act(present)
    const { screen } = store.state()
    const ifStillHere = (then: () => void) => {
      if (store.state().screen === screen) then()
    }
    load().then(
      (flow) => ifStillHere(() => act(flow)),
      () => ifStillHere(() => attempts.refuse(problemOf('page/unreachable')))
    )
  }

  return {
    load,
    use,
    useQuietly: (act) => void load().then(act, () => {}),

    async loadFor(attempt) {
      const flow = await load().catch(() => null)
      if (flow === null) attempt.refuse({ code: 'page/unreachable' })
      return attempt.isOver() ? null : flow
    }
  }
}

/** Loaders of the lazy flows' files. May be called again after a failure. */
export interface FlowFiles {
  federated(): Promise<{ createFederatedFlow: typeof createFederatedFlow }>
  otherWays(): Promise<{ createOtherWays: typeof createOtherWays }>
  passkeys(): Promise<{
    createPasskeyFlow: typeof createPasskeyFlow
    createPasskeyClient: typeof createPasskeyClient
  }>
  secondStep(): Promise<{ createSecondStep: typeof createSecondStep }>
}

/** All flows that password sign-in does not need. */
export type LazyFlows = ReturnType<typeof createLazyFlows>

export function createLazyFlows(files: FlowFiles, context: FlowContext, steps: SignInSteps) {
  const lazy = <Flow>(fetch: () => Promise<Flow>) => createLazyFlow(context, fetch)
  return {
    federated: lazy(async () => (await files.federated()).createFederatedFlow(context, steps)),
    otherWays: lazy(async () => (await files.otherWays()).createOtherWays(context, steps)),
    passkeys: lazy(async () => {
      const { createPasskeyFlow, createPasskeyClient } = await files.passkeys()
      const { browser, config } = context
      const { credentials } = browser.passkeys
      const client = createPasskeyClient({ config, fetch: browser.fetch, credentials })
      return createPasskeyFlow(context, steps, client)
    }),
    secondStep: lazy(async () => (await files.secondStep()).createSecondStep(context, steps))
  }
}

/** Checks the mail link that opened the page. */
export function checkLink(otherWays: LazyFlow<OtherWays>): void {
  otherWays.use((flow) => flow.check())
}

/** Prefetches what the configuration may need. Ignores failures: users of a file load it again and show the problem. */
export function loadAhead({ config, loadSdk }: Pick<FlowDeps, 'config' | 'loadSdk'>, lazy: LazyFlows): void {
  const { methods, providers } = config
  const { federated, otherWays, passkeys, secondStep } = lazy
  const files: (() => Promise<unknown>)[] = [loadSdk, secondStep.load]
  if (methods.password || methods.emailLink || methods.phone || hasTenants(config)) files.push(otherWays.load)
  if (methods.passkey !== 'off') files.push(passkeys.load)
  if (providers.length > 0) files.push(federated.load)
  for (const load of files) void load().catch(() => {})
}
