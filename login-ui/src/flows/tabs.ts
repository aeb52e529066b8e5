import type { SessionCheck } from '../auth/session.ts'
import type { TabMessage } from '../lib/channel.ts'
import { isBusy, type Screen } from '../machine.ts'
import type { Family } from './lazy-flow.ts'
import type { Page } from './page.ts'
import type { SecondStep } from './second-step.ts'
import { goOn } from './session.ts'

/** The tab's looks at the session by itself are at least this far apart. */
const lookMs = 5000
/** Times in headers and sessions are whole seconds. */
const roundingMs = 2000

/** Here the visitor is on the way to a session, whoever opens it. */
const onTheWay: ReadonlySet<Screen['name']> = new Set([
  'sign-in',
  'sign-up',
  'forgot',
  'link',
  'sent',
  'tenant',
  'verify',
  'second-factor',
  'enrol',
  'other-method',
  'connect'
])
/** Here a session of another tab is worth a word, but the visitor is not taken away. */
const atRest: ReadonlySet<Screen['name']> = new Set(['signed-out', 'problem'])

export interface Tabs {
  /** Another tab has sent this. */
  hear(message: TabMessage): void
  /** The tab has come to the front: is there a session by now? */
  look(): void
}

/** What other tabs do and this one learns of. */
export function createTabs(page: Page, secondStep: Family<SecondStep>): Tabs {
  const { beganMs, browser, channel, memory, session, store } = page
  let lookedMs = Number.NEGATIVE_INFINITY
  /** The waiting for a link of which another tab was told the address. */
  let answered: Screen | null = null

  function isOurs(tenantId: string | null): boolean {
    return memory.tenantId === null || memory.tenantId === tenantId
  }

  /**
   * A session that was there when the page came is no news: the page has its reasons. Sessions count from their sign-in, so
   * one that began before the page may have come since; then a message tells.
   */
  function isNews({ signedInAtMs, serverMs }: Extract<SessionCheck, { kind: 'signed-in' }>): boolean {
    const aheadMs = serverMs === null ? 0 : serverMs - browser.now()
    return signedInAtMs >= beganMs + aheadMs - roundingMs
  }

  /** `isTold`: another tab has just opened a session. */
  async function goOnIfSignedIn(isTold: boolean): Promise<void> {
    const check = await session.check()
    if (check.kind !== 'signed-in' || !isOurs(check.tenantId)) return
    if (!isTold && !isNews(check)) return
    const { screen } = page.state()
    if (!onTheWay.has(screen.name)) return
    if (isBusy(page.state()) || browser.isTyping()) store.dispatch({ type: 'signed-in-elsewhere' })
    else goOn(page)
  }

  function hearOfSignIn(tenantId: string | null): void {
    const { screen } = page.state()
    if (!isOurs(tenantId)) return
    const isAtWork = onTheWay.has(screen.name) && (isBusy(page.state()) || browser.isTyping())
    if (isAtWork || atRest.has(screen.name)) store.dispatch({ type: 'signed-in-elsewhere' })
    else if (onTheWay.has(screen.name)) void goOnIfSignedIn(true).catch(browser.report)
  }

  /** Says who waits for a sign-in link, once for each mail: any script of this origin can ask. */
  function tellWhoAsked(question: string): void {
    const { screen } = page.state()
    if (screen.name !== 'sent' || screen.mail !== 'link' || screen === answered) return
    answered = screen
    channel.post({ type: 'asked', question, email: screen.email })
  }

  return {
    hear(message) {
      switch (message.type) {
        case 'signed-in':
          return hearOfSignIn(message.tenantId)
        case 'verified':
          if (page.state().screen.name === 'verify') secondStep.use((flows) => flows.checkVerification())
          return
        case 'who-asked':
          return tellWhoAsked(message.question)
      }
    },

    look() {
      const { screen } = page.state()
      if (!onTheWay.has(screen.name) || isBusy(page.state())) return
      if (browser.now() - lookedMs < lookMs) return
      lookedMs = browser.now()
      void goOnIfSignedIn(false).catch(browser.report)
      if (screen.name !== 'verify') return
      const recheck = async () => (await secondStep.load()).recheckQuietly()
      void recheck().catch(browser.report)
    }
  }
}
