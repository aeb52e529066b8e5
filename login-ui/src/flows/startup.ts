import { isRedirectPending } from '../auth/pending-redirect.ts'
import { mustChooseTenant } from '../first-state.ts'
import { addressAt } from '../lib/address-at.ts'
import { pathOf } from '../lib/addresses.ts'
import type { Screen, State } from '../machine.ts'
import type { Address, PageConfig } from '../page-config.ts'
import type { FlowContext, Uses } from './context/flow-context.ts'
import { recallLastUsed } from './last-used.ts'
import { checkLink, type LazyFlows } from './lazy-flows.ts'
import { forgetAccount } from './navigation.ts'
import { reportLostCookie } from './session.ts'
import type { Tabs } from './tabs.ts'

/** Back and Forward, for screens without an address of their own too. */
interface PageHistory {
  /** Gives the screen an entry of its own in the history, where Back would leave the page otherwise. */
  note(): void
  /** The Back or Forward button has led to another entry. */
  onMove(): void
}

/** Screens between the form of an address and the session. */
const between: ReadonlySet<Screen['name']> = new Set([
  'phone',
  'sent',
  'verify',
  'second-factor',
  'enrol',
  'other-method',
  'connect'
])

/**
 * `checkLink`: checks the link from a mail that opened the page. What a screen without an address needs is in memory only and
 * gone once the visitor has left it: Forward leads to the form before it.
 */
function createHistory(
  context: Uses<'attempts' | 'browser' | 'config' | 'memory' | 'router' | 'store'>,
  checkLink: () => void
): PageHistory {
  const { browser, config, memory, router, store } = context
  let depth = browser.historyEntry().depth

  function cameBack(): boolean {
    const before = depth
    depth = browser.historyEntry().depth
    return depth < before
  }

  return {
    note() {
      const state = store.state()
      const rank = rankOf(state, config)
      const isDeeper = state.screen.name !== 'leaving' && rank > browser.historyEntry().rank
      if (isDeeper) browser.pushAddress(browser.location().href, rank)
      depth = browser.historyEntry().depth
    },

    onMove() {
      const isBack = cameBack()
      const state = store.state()
      if (state.screen.name === 'leaving') return
      const { rank } = browser.historyEntry()
      const address = addressAt(browser.location().pathname, config)
      if (address === memory.address && rankOf(state, config) <= rank) {
        // The screen that this entry was for is left already: nothing would seem to happen.
        if (isBack) browser.goBack()
        return
      }
      forgetAccount(context)
      const tenant = rank === 0 ? null : state.tenant
      if (tenant !== state.tenant) memory.tenantId = config.tenant.id
      const isUsed = address === memory.address && address === 'action' && memory.link === null
      if (isUsed) browser.replaceAddress(pathOf('sign-in', config) + browser.location().hash)
      router.show(isUsed ? 'sign-in' : address, tenant)
      if (memory.address === 'action') checkLink()
    }
  }
}

/** How many screens lie between the first one of the address and this one. */
function rankOf({ screen, tenant }: State, config: PageConfig): number {
  const isAsked = screen.name === 'tenant' && !mustChooseTenant(config)
  return Number(isAsked || tenant !== null) + Number(between.has(screen.name))
}

interface StartupOptions {
  lazy: LazyFlows
  /** Loads what the visitor may need. */
  warmUp: () => void
}

/** Listens to the browser and to other tabs, and does what the address asks for. The function given back ends it. */
export function startPage(context: FlowContext, { lazy, warmUp }: StartupOptions): () => void {
  const stopListening = listen(context, lazy)
  recallLastUsed(context)
  const stopSuggesting = offerPasskeys(context, lazy)
  if (!context.browser.isOnline()) context.store.dispatch({ type: 'went-offline' })
  const cancelWarmUp = openAddress(context, lazy, warmUp)
  return () => {
    for (const stop of [...stopListening, stopSuggesting]) stop()
    cancelWarmUp?.()
  }
}

/** The same where a sign-in proves who is at the page: other tabs and the address have nothing to do with it. */
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

/** The provider is asked for nothing before the visitor touches the page. */
function offerPasskeys({ browser, config, store }: FlowContext, { passkeys }: LazyFlows): () => void {
  const { passkey } = config.methods
  if (passkey === 'off') return () => {}
  const offered = browser.passkeys.isSupported()
  store.dispatch({ type: 'passkeys-found', passkeys: offered })
  if (!offered || passkey !== 'autofill' || config.address !== 'sign-in') return () => {}
  // Without its file, there is the button.
  return browser.on(
    'touched',
    () =>
      void passkeys.load().then(
        (flow) => flow.suggest(),
        () => {}
      )
  )
}

function listen(context: FlowContext, lazy: LazyFlows): readonly (() => void)[] {
  const { browser, channel, store } = context
  // Without its file, messages of other tabs are lost, but this tab works.
  const withTabs = (act: (tabs: Tabs) => void) => void lazy.tabs.load().then(act, () => {})
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

/** Back from the browser's back-forward cache: nothing comes any more of what was under way. */
function restore({ attempts, store }: Uses<'attempts' | 'store'>): void {
  attempts.abandon()
  store.dispatch({ type: 'restored' })
}

const beginsSignIn: ReadonlySet<Address> = new Set(['sign-in', 'sign-up', 'forgot', 'link', 'second-step'])

/** Gives the function that cancels a warm-up which waits until the browser is idle. */
function openAddress(context: FlowContext, lazy: LazyFlows, warmUp: () => void): (() => void) | undefined {
  const { redirects, browser, config } = context
  const { address, reason } = config
  if (address === 'action') openActionLink(context, lazy, warmUp)
  if (address === 'signed-out') redirects.reset()
  if (!beginsSignIn.has(address)) return
  const hasSignedOut = reason === 'signed-out' || reason === 'revoked'
  const isBack = redirects.noteArrival(browser.now(), hasSignedOut)
  const isResumed = resumeSignIn(context, lazy)
  if (isResumed) warmUp()
  // A reason tells why the visitor is here: not because the cookie was lost.
  if (isBack && reason === null) void reportLostCookie(context)
  return isResumed ? undefined : browser.whenIdle(warmUp)
}

/** The code of the link is a secret: it leaves the address bar as soon as it has been read. */
function openActionLink(
  { browser, config }: Uses<'browser' | 'config'>,
  lazy: LazyFlows,
  warmUp: () => void
): void {
  if (config.action !== null) warmUp()
  checkLink(lazy.otherWays)
  browser.replaceAddress(pathOf('action', config) + browser.location().hash)
}

/** Goes on with a sign-in that left this page for a provider; false: there is none. */
function resumeSignIn(
  { attempts, browser }: Uses<'attempts' | 'browser'>,
  { federated }: LazyFlows
): boolean {
  if (!isRedirectPending(browser.storage)) return false
  attempts.begin({ type: 'returned' }, async (attempt) => {
    const flow = await federated.loadFor(attempt)
    await flow?.resume(attempt)
  })
  return true
}

/** Is there a link that could not be checked? */
function isLinkUnchecked({ store }: Uses<'store'>): boolean {
  const { screen, status } = store.state()
  return screen.name === 'action' && screen.step.name === 'checking' && status.name === 'error'
}
