import type { createPasskeyClient } from '../auth/passkeys.ts'
import type { PageConfig } from '../page-config.ts'
import type { FlowContext, FlowDeps } from './context/flow-context.ts'
import type { createLanguages } from './languages.ts'
import { createLazyFlow, type LazyFlow } from './lazy-flow.ts'
import type { createOtherWays, OtherWays } from './other-ways.ts'
import type { createSecondStep } from './second-step/second-step.ts'
import type { createFederatedFlow } from './sign-in/federated.ts'
import type { createPasskeyFlow } from './sign-in/passkeys.ts'
import type { SignInSteps } from './sign-in/sign-in.ts'
import type { createTenants } from './sign-in/tenants.ts'
import type { createTestUserFlow } from './sign-in/test-users.ts'
import type { createTabs } from './tabs.ts'

/** Loaders of the lazy flows' files. May be called again after a failure. */
export interface FlowFiles {
  federated(): Promise<{ createFederatedFlow: typeof createFederatedFlow }>
  languages(): Promise<{ createLanguages: typeof createLanguages }>
  otherWays(): Promise<{ createOtherWays: typeof createOtherWays }>
  passkeys(): Promise<{
    createPasskeyFlow: typeof createPasskeyFlow
    createPasskeyClient: typeof createPasskeyClient
  }>
  secondStep(): Promise<{ createSecondStep: typeof createSecondStep }>
  tabs(): Promise<{ createTabs: typeof createTabs }>
  tenants(): Promise<{ createTenants: typeof createTenants }>
  testUsers(): Promise<{ createTestUserFlow: typeof createTestUserFlow }>
}

/** All flows that password sign-in does not need. */
export type LazyFlows = ReturnType<typeof createLazyFlows>

export function createLazyFlows(files: FlowFiles, context: FlowContext, steps: SignInSteps) {
  const lazy = <Flow>(fetch: () => Promise<Flow>) => createLazyFlow(context, fetch)
  const secondStep = lazy(async () => (await files.secondStep()).createSecondStep(context, steps))
  return {
    federated: lazy(async () => (await files.federated()).createFederatedFlow(context, steps)),
    languages: lazy(async () => (await files.languages()).createLanguages(context)),
    otherWays: lazy(async () => (await files.otherWays()).createOtherWays(context, steps)),
    passkeys: lazy(async () => {
      const { createPasskeyFlow, createPasskeyClient } = await files.passkeys()
      const { browser, config } = context
      const { credentials } = browser.passkeys
      const client = createPasskeyClient({ config, fetch: browser.fetch, credentials })
      return createPasskeyFlow(context, steps, client)
    }),
    secondStep,
    tabs: lazy(async () => (await files.tabs()).createTabs(context, secondStep)),
    tenants: lazy(async () => (await files.tenants()).createTenants(context)),
    testUsers: lazy(async () => (await files.testUsers()).createTestUserFlow(context, steps.onSignInAnswer))
  }
}

/** Checks the mail link that opened the page. */
export function checkLink(otherWays: LazyFlow<OtherWays>): void {
  otherWays.use((flow) => flow.check())
}

/** Whether an account may belong to one of several tenants. */
export function hasTenants({ tenant }: PageConfig): boolean {
  return tenant.choose.length > 0 || Object.keys(tenant.byEmailDomain).length > 0
}

/** Prefetches what the configuration may need. Ignores failures: users of a file load it again and show the problem. */
export function loadAhead({ config, loadSdk }: Pick<FlowDeps, 'config' | 'loadSdk'>, lazy: LazyFlows): void {
  const { methods, providers } = config
  const { federated, otherWays, passkeys, secondStep, tabs, tenants } = lazy
  const files: (() => Promise<unknown>)[] = [loadSdk, secondStep.load, tabs.load]
  if (methods.password || methods.emailLink || methods.phone) files.push(otherWays.load)
  if (methods.passkey !== 'off') files.push(passkeys.load)
  if (providers.length > 0) files.push(federated.load)
  if (hasTenants(config)) files.push(tenants.load)
  for (const load of files) void load().catch(() => {})
}
