import { isRedirectPending } from '../auth/pending-redirect.ts'
import { mustChooseTenant } from '../first-state.ts'
import { pathOf } from '../lib/addresses.ts'
import { ASK_PASSWORD, type Screen, type State } from '../machine.ts'
import type { Address, PageConfig } from '../page-config.ts'
import type { FlowContext } from './context/flow-context.ts'
import { keepStep, keepTyped } from './kept.ts'
import { recallLastUsed } from './last-used.ts'
import { checkLink, type LazyFlows } from './lazy-flows.ts'
import { forgetAccount, reportLostCookie } from './session.ts'

/** Back and Forward, including screens without an address. */

/** Screens between the form of an address and the session. */
const between: ReadonlySet<Screen['name']> = new Set([
  'phone',
  'sent',
  'verify',
  'second-factor',
  'enrol',
  'other-method',
  'connect',
  'refused'
])

/**
 * `checkLink`: checks the mail link that opened the page. Data of screens without an address is in memory and
 * gone once left, so Forward leads to the form before them.
 */
function createHistory(context: FlowContext, checkLink: () => void) {
  const { browser, config, memory, router, store } = context
  let depth = browser.historyEntry().depth

  function cameBack(): boolean {
    const before = depth
    depth = browser.historyEntry().depth
    return depth < before
  }

  return {
    /** Adds a history entry for the screen if Back would otherwise leave the page. */
    note() {
      const state = store.state()
      const rank = rankOf(state, config)
      const isDeeper = state.screen.name !== 'leaving' && rank > browser.historyEntry().rank
      if (isDeeper) browser.pushAddress(browser.location().href, rank)
      depth = browser.historyEntry().depth
    },

    /** Back or Forward has led to another entry. */
    onMove() {
      const isBack = cameBack()
      const state = store.state()
      if (state.screen.name === 'leaving') return
      const { rank } = browser.historyEntry()
      const address = addressAt(browser.location().pathname, config)
      if (address === memory.address && rankOf(state, config) <= rank) {
        // This entry's screen is gone, so nothing would seem to happen.
        if (isBack) browser.goBack()
        return
      }
      forgetAccount(context)
      const tenant = rank === 0 ? null : state.tenant
      if (tenant !== state.tenant) memory.tenantId = config.tenant.id
      // The entry of the first step.
      if (rank === Number(tenant !== null)) memory.leftPassword = false
      const isUsed = address === memory.address && address === 'action' && memory.link === null
      if (isUsed) browser.replaceAddress(pathOf('sign-in', config) + browser.location().hash)
      router.show(isUsed ? 'sign-in' : address, tenant)
      if (memory.address === 'action') checkLink()
    }
  }
}

/** Number of screens between the first one of the address and this one. */
function rankOf({ screen, tenant }: State, config: PageConfig): number {
  const isAsked = screen.name === 'tenant' && !mustChooseTenant(config)
  return Number(isAsked || tenant !== null) + Number(between.has(screen.name) || screen === ASK_PASSWORD)
}

interface StartupOptions {
  lazy: LazyFlows
  /** Prefetches what the visitor may need. */
  warmUp: () => void
}

/** Fills in the address that a client of the authorization server has named. */
function fillInHint({ config, store }: FlowContext): void {
  const email = new URLSearchParams(config.redirectTarget.split('?')[1]).get('login_hint')
  if (email && !store.state().email) store.dispatch({ type: 'typed', email })
}

/** Listens to the browser and other tabs, and handles the address. Returns a stop function. */
export function startPage(context: FlowContext, { lazy, warmUp }: StartupOptions): () => void {
  const stopListening = listen(context, lazy)
  recallLastUsed(context)
  fillInHint(context)
  const stopSuggesting = offerPasskeys(context, lazy)
  if (!context.browser.isOnline()) context.store.dispatch({ type: 'went-offline' })
  const cancelWarmUp = openAddress(context, lazy, warmUp)
  return () => {
    for (const stop of [...stopListening, stopSuggesting]) stop()
    cancelWarmUp?.()
  }
}

/** The same for a proof, which ignores other tabs and the address. */
export function startProof(context: FlowContext, lazy: LazyFlows): () => void {
  const { browser, config, store } = context
  const stopListening = [
    browser.on('offline', () => store.dispatch({ type: 'went-offline' })),
    browser.on('online', () => store.dispatch({ type: 'came-online' })),
    browser.on('restored', () => restore(context))
  ]
  const hasPasskeys = config.methods.passkey !== 'off' && browser.passkeys.isSupported()
  store.dispatch({ type: 'passkeys-found', passkeys: hasPasskeys })
  if (!browser.isOnline()) store.dispatch({ type: 'went-offline' })
  resumeSignIn(context, lazy)
  return () => {
    for (const stop of stopListening) stop()
    context.attempts.abandon()
  }
}

/** No provider call before the visitor interacts with the page. */
function offerPasskeys({ browser, config, store }: FlowContext, { passkeys }: LazyFlows): () => void {
  const { passkey } = config.methods
  if (passkey === 'off') return () => {}
  const offered = browser.passkeys.isSupported()
  store.dispatch({ type: 'passkeys-found', passkeys: offered })
  if (!offered || passkey !== 'autofill' || config.address !== 'sign-in') return () => {}
  // If its file is missing, there is still the button.
  return browser.on('touched', () => passkeys.useQuietly((flow) => flow.suggest()))
}

function listen(context: FlowContext, lazy: LazyFlows): readonly (() => void)[] {
  const { browser, channel, store } = context
  // If its file is missing, other tabs' messages are lost, but this tab works.
  const withTabs = lazy.secondStep.useQuietly
  const history = createHistory(context, () => checkLink(lazy.otherWays))
  const onVisible = () => withTabs((tabs) => tabs.onVisible())
  return [
    channel.listen((message) => withTabs((tabs) => tabs.onMessage(message))),
    channel.close,
    browser.on('offline', () => store.dispatch({ type: 'went-offline' })),
    browser.on('online', () => {
      const isUnchecked = isLinkUnchecked(context)
      store.dispatch({ type: 'came-online' })
      if (isUnchecked) checkLink(lazy.otherWays)
    }),
    store.subscribe(history.note),
    browser.on('back', history.onMove),
    browser.on('visible', onVisible),
    browser.on('restored', () => {
      restore(context)
      onVisible()
    })
  ]
}

/** Restored from the back-forward cache: pending work will not complete. */
function restore({ attempts, store }: FlowContext): void {
  attempts.abandon()
  store.dispatch({ type: 'restored' })
}

const beginsSignIn: ReadonlySet<Address> = new Set(['sign-in', 'sign-up', 'forgot', 'link', 'second-step'])

/** Returns the function that cancels a pending warm-up, if any. */
function openAddress(context: FlowContext, lazy: LazyFlows, warmUp: () => void): (() => void) | undefined {
  const { redirects, browser, config } = context
  const { address, reason } = config
  if (address === 'action') openActionLink(context, lazy, warmUp)
  if (address === 'signed-out') redirects.reset()
  if (!beginsSignIn.has(address)) return
  const hasSignedOut = reason === 'signed-out' || reason === 'revoked'
  keepTyped(context)
  keepStep(context)
  const isBack = redirects.noteArrival(browser.now(), hasSignedOut)
  const isResumed = resumeSignIn(context, lazy)
  if (isResumed) warmUp()
  // With a reason the visitor is here for something else than a lost cookie.
  if (isBack && reason === null) void reportLostCookie(context)
  return isResumed ? undefined : browser.whenIdle(warmUp)
}

/** The link's code is secret: remove it from the address bar once read. A reload opens the link again. */
function openActionLink({ browser, config }: FlowContext, lazy: LazyFlows, warmUp: () => void): void {
  const { href, origin, hash } = browser.location()
  const { link } = browser.historyEntry()
  if (config.action === null && link?.startsWith(`${origin}/`)) return void browser.leaveFor(link)
  if (config.action !== null) warmUp()
  checkLink(lazy.otherWays)
  browser.replaceAddress(pathOf('action', config) + hash, config.action === null ? undefined : href)
}

/** Resumes a sign-in that left this page for a provider; false: there is none. */
function resumeSignIn({ attempts, browser }: FlowContext, { federated }: LazyFlows): boolean {
  if (!isRedirectPending(browser.storage)) return false
  attempts.begin({ type: 'returned' }, async (attempt) => {
    const flow = await federated.loadFor(attempt)
    await flow?.resume(attempt)
  })
  return true
}

/** Whether a link could not be checked. */
function isLinkUnchecked({ store }: FlowContext): boolean {
  const { screen, status } = store.state()
  return screen.name === 'action' && screen.step.name === 'checking' && status.name === 'error'
}

/** Addresses with a path of their own. */
const placesBelow: readonly Address[] = [
  'sign-up',
  'forgot',
  'link',
  'action',
  'second-step',
  'signed-out',
  'problem'
]

/** The address for a path; unknown paths count as sign-in. Only flows need it, so it is loaded with them. */
export function addressAt(pathname: string, { paths }: Pick<PageConfig, 'paths'>): Address {
  return placesBelow.find((address) => pathname === `${paths.login}/${address}`) ?? 'sign-in'
}
