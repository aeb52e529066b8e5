import type { LoadSdk } from '../auth/sdk-contract.ts'
import { pathOf } from '../lib/addresses.ts'
import { isRedirectPending } from '../lib/pending-redirect.ts'
import type { Address } from '../page-config.ts'
import type { Actions } from './actions.ts'
import type { createFederatedFlows, FederatedFlows } from './federated.ts'
import { actionsOf, createFamily, type Family } from './lazy-flow.ts'
import { createNavigation } from './navigation.ts'
import type { createOtherWays, OtherWays } from './other-ways.ts'
import { createPage, type FlowDeps, type Page } from './page.ts'
import { createPasswordFlow } from './password.ts'
import type { createSecondStep, SecondStep } from './second-step.ts'
import { tellLostCookie } from './session.ts'
import { createTakeAnswer, type TakeAnswer } from './sign-in.ts'
import type { createTabs, Tabs } from './tabs.ts'
import type { createTenants, SettleTenant, Tenants } from './tenants.ts'
import type { createTestUserFlows } from './test-users.ts'

/** Loads the files of the families, each when it is first needed. May be called again after a failure. */
export interface FlowFiles {
  federated(): Promise<{ createFederatedFlows: typeof createFederatedFlows }>
  otherWays(): Promise<{ createOtherWays: typeof createOtherWays }>
  secondStep(): Promise<{ createSecondStep: typeof createSecondStep }>
  tabs(): Promise<{ createTabs: typeof createTabs }>
  tenants(): Promise<{ createTenants: typeof createTenants }>
  testUsers(): Promise<{ createTestUserFlows: typeof createTestUserFlows }>
}

export interface Flows {
  actions: Actions
  /** Begins what happens without the visitor. To be called once, in a browser; the function given back ends it. */
  start(): () => void
}

interface Families {
  federated: Family<FederatedFlows>
  otherWays: Family<OtherWays>
  secondStep: Family<SecondStep>
  tabs: Family<Tabs>
  tenants: Family<Tenants>
  testUsers: Family<Pick<Actions, 'signInAs'>>
}

/**
 * Everything the page does. Knows neither React nor the browser's globals: see `FlowDeps`. What password sign-in needs
 * is here; the other families of flows are in files of their own.
 */
export function createFlows({ files, ...deps }: FlowDeps & { files: FlowFiles }): Flows {
  const page = createPage({
    ...deps,
    async meetRefusal(attempt, ...refused) {
      const flows = await families.secondStep.loadFor(attempt)
      await flows?.meetRefusal(attempt, ...refused)
    }
  })
  const take = createTakeAnswer(page, async (attempt, answer, tried) => {
    const flows = await families.secondStep.loadFor(attempt)
    await flows?.takeFurther(attempt, answer, tried)
  })
  const settle: SettleTenant = (email, then) => {
    if (page.hasTenants) return families.tenants.use((flows) => flows.settle(email, then))
    page.memory.tenantId = page.config.tenant.id
    then()
  }
  const families = createFamilies(files, page, take, settle)
  const checkLink = () => families.otherWays.use((flows) => flows.check())
  const warmUp = () => warm(page, deps.loadSdk, families)
  const { follow, ...navigation } = createNavigation(page, {
    checkLink,
    proceedAfterAction: () => families.otherWays.use((flows) => flows.proceedAfterAction())
  })
  // Without its file, other tabs are not heard: this one still works.
  const withTabs = (act: (tabs: Tabs) => void) => void families.tabs.load().then(act, () => {})
  const lookAround = () => withTabs((tabs) => tabs.look())

  return {
    actions: {
      warmUp,
      ...createPasswordFlow(page, take, settle),
      ...actionsOf(families.tenants, 'chooseTenant'),
      ...navigation,
      ...actionsOf(families.otherWays, 'signUp', 'requestReset', 'requestLink', 'applyAction'),
      ...actionsOf(families.federated, 'signInWith'),
      ...actionsOf(families.secondStep, 'chooseFactor', 'sendFactorCode', 'answerFactor'),
      ...actionsOf(families.secondStep, 'startEnrolment', 'finishEnrolment', 'skipEnrolment'),
      ...actionsOf(families.secondStep, 'sendVerification', 'checkVerification', 'connect'),
      signInAs(user) {
        if (page.config.paths.drawer !== null) families.testUsers.use((flows) => flows.signInAs(user))
      }
    },
    start() {
      const { browser, store, channel } = page
      const ends = [
        channel.listen((message) => withTabs((tabs) => tabs.hear(message))),
        channel.close,
        browser.on('offline', () => store.dispatch({ type: 'went-offline' })),
        browser.on('online', () => {
          store.dispatch({ type: 'came-online' })
          retryCheck(page, checkLink)
        }),
        browser.on('back', follow),
        browser.on('visible', lookAround),
        browser.on('restored', () => {
          page.abandon()
          store.dispatch({ type: 'restored' })
          lookAround()
        })
      ]
      if (!browser.isOnline()) store.dispatch({ type: 'went-offline' })
      begin(page, { checkLink, warmUp, families, addCleanUp: (end) => ends.push(end) })
      return () => {
        for (const end of ends) end()
      }
    }
  }
}

function createFamilies(files: FlowFiles, page: Page, take: TakeAnswer, settle: SettleTenant): Families {
  const secondStep = createFamily(page, async () => (await files.secondStep()).createSecondStep(page, take))
  return {
    federated: createFamily(page, async () =>
      (await files.federated()).createFederatedFlows(page, take, settle)
    ),
    otherWays: createFamily(page, async () => (await files.otherWays()).createOtherWays(page, take, settle)),
    secondStep,
    tabs: createFamily(page, async () => (await files.tabs()).createTabs(page, secondStep)),
    tenants: createFamily(page, async () => (await files.tenants()).createTenants(page)),
    testUsers: createFamily(page, async () => (await files.testUsers()).createTestUserFlows(page, take))
  }
}

const beginsSignIn: ReadonlySet<Address> = new Set(['sign-in', 'sign-up', 'forgot', 'link', 'second-step'])

interface Beginnings {
  checkLink: () => void
  warmUp: () => void
  families: Families
  addCleanUp: (end: () => void) => void
}

/** What the address asks for at once; elsewhere the rest is loaded when nothing else is to do. */
function begin(page: Page, { checkLink, warmUp, families, addCleanUp }: Beginnings): void {
  const { bounces, browser, config } = page
  const { address, reason } = config
  if (address === 'action') {
    if (config.action !== null) warmUp()
    checkLink()
    browser.replaceAddress(pathOf('action', config) + browser.location().hash)
  }
  if (address === 'signed-out') bounces.reset()
  if (!beginsSignIn.has(address)) return
  const isBack = bounces.arrive(browser.now(), reason === 'signed-out')
  if (resume(page, families.federated)) warmUp()
  else addCleanUp(browser.whenIdle(warmUp))
  // A reason is given to those whose cookie has come.
  if (isBack && reason === null) void tellLostCookie(page)
}

/** Takes up a sign-in that left this page for a provider; false when there is none. */
function resume(page: Page, federated: Family<FederatedFlows>): boolean {
  if (!isRedirectPending(page.browser.storage)) return false
  page.attempt({ type: 'returned' }, async (attempt) => {
    const flows = await federated.loadFor(attempt)
    await flows?.resume(attempt)
  })
  return true
}

/** A link that could not be looked at without a connection is looked at with one. */
function retryCheck(page: Page, checkLink: () => void): void {
  const { screen, status } = page.state()
  if (screen.name === 'action' && screen.step.name === 'checking' && status.name === 'error') checkLink()
}

/** Loads what the configuration may need. A failure is no news: what needs a file loads again and tells. */
function warm({ config, hasTenants }: Page, loadSdk: LoadSdk, families: Families): void {
  const { methods, providers } = config
  const { federated, otherWays, secondStep, tabs, tenants } = families
  const files: (() => Promise<unknown>)[] = [loadSdk, secondStep.load, tabs.load]
  if (methods.password || methods.emailLink) files.push(otherWays.load)
  if (providers.length > 0) files.push(federated.load)
  if (hasTenants) files.push(tenants.load)
  for (const load of files) void load().catch(() => {})
}
