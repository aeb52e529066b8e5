import type { TabMessage } from '../lib/channel.ts'
import { isBusy, type Screen } from '../machine.ts'
import type { Actions } from './actions.ts'
import type { FlowContext } from './context/flow-context.ts'
import { beganAfter, leaveWithSession } from './session.ts'

/** Minimum interval of this tab's own session checks. */
const checkIntervalMs = 5000
/** Times in headers and sessions are whole seconds. */
const roundingMs = 2000

/** Screens that lead to a session. */
const signingIn: ReadonlySet<Screen['name']> = new Set([
  'sign-in',
  'sign-up',
  'forgot',
  'link',
  'phone',
  'sent',
  'tenant',
  'verify',
  'second-factor',
  'enrol',
  'other-method',
  'connect'
])
/** Screens that announce another tab's session without leaving for it. */
const staying: ReadonlySet<Screen['name']> = new Set(['signed-out', 'problem'])

/** Reacts to other tabs' messages, and to sessions they open. */
export function createTabs(
  context: FlowContext,
  verification: Pick<Actions, 'checkVerification'> & { recheckQuietly(): Promise<void> }
) {
  const { browser, channel, memory, session, store } = context
  let checkedAtMs = Number.NEGATIVE_INFINITY
  /** The screen whose address and choice were already sent to another tab. */
  let answered: Screen | null = null

  function isOwn(tenantId: string | null): boolean {
    return memory.tenantId === null || memory.tenantId === tenantId
  }

  /** `isTold`: another tab has just announced a session, which always counts. */
  async function leaveIfSignedIn(isTold: boolean): Promise<void> {
    const check = await session.check()
    if (check.kind !== 'signed-in' || !isOwn(check.tenantId)) return
    // The page was opened despite an earlier session.
    if (!isTold && !beganAfter(check, memory.startedAtMs - roundingMs, browser)) return
    const { screen } = store.state()
    if (!signingIn.has(screen.name)) return
    if (isBusy(store.state()) || browser.isTyping()) store.dispatch({ type: 'signed-in-elsewhere' })
    else leaveWithSession(context)
  }

  function onSignIn(tenantId: string | null): void {
    const { screen } = store.state()
    if (!isOwn(tenantId)) return
    const isAtWork = signingIn.has(screen.name) && (isBusy(store.state()) || browser.isTyping())
    if (isAtWork || staying.has(screen.name)) store.dispatch({ type: 'signed-in-elsewhere' })
    else if (signingIn.has(screen.name)) void leaveIfSignedIn(true).catch(browser.report)
  }

  /** Replies to a tab with a sign-in link, once per mail: any script of this origin can ask. */
  function sayWhoAsked(question: string): void {
    const { screen, remember } = store.state()
    if (screen.name !== 'sent' || screen.mail !== 'link' || screen === answered) return
    answered = screen
    channel.post({ type: 'asked', question, email: screen.email, remember })
  }

  return {
    onMessage(message: TabMessage) {
      switch (message.type) {
        case 'signed-in':
          return onSignIn(message.tenantId)
        case 'verified':
          if (store.state().screen.name === 'verify') verification.checkVerification()
          return
        case 'who-asked':
          return sayWhoAsked(message.question)
      }
    },

    /** The tab has become visible: check for a session. */
    onVisible() {
      const { screen } = store.state()
      if (!signingIn.has(screen.name) || isBusy(store.state())) return
      if (browser.now() - checkedAtMs < checkIntervalMs) return
      checkedAtMs = browser.now()
      void leaveIfSignedIn(false).catch(browser.report)
      if (screen.name === 'verify') void verification.recheckQuietly().catch(browser.report)
    }
  }
}
