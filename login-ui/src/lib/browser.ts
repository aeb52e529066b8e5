import { type PasskeyBrowser, thisPasskeyBrowser } from '../auth/passkey-browser.ts'
import type { BroadcastPort } from './channel.ts'
import { type HistoryEntry, historyEntry, rewind } from './history-entry.ts'
import { openChannel } from './open-channel.ts'
import { createTabStorage, type TabStorage } from './tab-storage.ts'

/**
 * `touched`: the first pointer move or key press, once. `restored`: from the back-forward cache. `visible`:
 * the tab became visible.
 */
export type BrowserEvent = 'online' | 'offline' | 'visible' | 'restored' | 'back' | 'touched'

/** The browser as used by the flows, injectable for tests. */
export interface Browser {
  fetch: typeof fetch
  /** Epoch milliseconds by the device's clock. */
  now(): number
  /** Runs `task` after `ms`; returns a cancel function. */
  after(ms: number, task: () => void): () => void
  whenIdle(task: () => void): () => void
  location(): { href: string; origin: string; pathname: string; hash: string }
  /** Opens an address, replacing this page and the history entries it added. */
  leaveFor(url: string): void
  historyEntry(): HistoryEntry
  /** Adds a history entry; `rank`: of its screen. */
  pushAddress(path: string, rank: number): void
  /** `link`: the mail link that a reload of this entry opens. */
  replaceAddress(path: string, link?: string): void
  /** Goes back by one entry. */
  goBack(): void
  /** Per tab. */
  storage: TabStorage
  /** Per site, on this device. */
  deviceStorage: TabStorage
  openChannel(): BroadcastPort | null
  passkeys: PasskeyBrowser
  isOnline(): boolean
  hasCookies(): boolean
  isTyping(): boolean
  /** Sets the document's language and direction. */
  setLanguage(locale: string, direction: 'ltr' | 'rtl'): void
  /** Whether Back or Forward led here. */
  cameByHistory(): boolean
  /** An unguessable number, as text. */
  random(): string
  on(event: BrowserEvent, listener: () => void): () => void
  /** Logs an error to the console that is already shown as a problem. */
  report(err: unknown): void
}

/** The real browser. `isTyping`: see `watchTyping`. Call once. */
export function thisBrowser(isTyping: () => boolean): Browser {
  return {
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
    after(ms, task) {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    },
    whenIdle,
    location: () => location,
    leaveFor: (url) => rewind(() => location.replace(url)),
    historyEntry,
    pushAddress: (path, rank) => history.pushState({ depth: historyEntry().depth + 1, rank }, '', path),
    replaceAddress: (path, link) => history.replaceState({ ...history.state, link }, '', path),
    goBack: () => history.back(),
    storage: createTabStorage(() => sessionStorage),
    deviceStorage: createTabStorage(() => localStorage),
    openChannel,
    passkeys: thisPasskeyBrowser(),
    isOnline: () => navigator.onLine,
    hasCookies: () => navigator.cookieEnabled,
    isTyping,
    setLanguage: (lang, dir) => void Object.assign(document.documentElement, { lang, dir }),
    cameByHistory() {
      const [entry] = performance.getEntriesByType('navigation')
      return entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'
    },
    // `randomUUID` exists on https and localhost only.
    random: () => crypto.getRandomValues(new Uint32Array(2)).join('-'),
    on: listen,
    report: (err) => reportError(err)
  }
}

function listen(event: BrowserEvent, listener: () => void): () => void {
  switch (event) {
    case 'online':
    case 'offline':
      return add(window, event, listener)
    case 'visible':
      return add(document, 'visibilitychange', () => {
        if (document.visibilityState === 'visible') listener()
      })
    case 'restored':
      return add(window, 'pageshow', (shown) => {
        if (shown instanceof PageTransitionEvent && shown.persisted) listener()
      })
    case 'touched':
      return addOnce(['pointermove', 'touchstart', 'keydown', 'focusin'], listener)
    case 'back':
      return add(window, 'popstate', listener)
  }
}

function addOnce(types: readonly string[], listener: () => void): () => void {
  const control = new AbortController()
  const onFirst = () => {
    control.abort()
    listener()
  }
  for (const type of types)
    document.addEventListener(type, onFirst, { signal: control.signal, passive: true })
  return () => control.abort()
}

function add(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

/**
 * Runs `task` once when the browser is idle, after 2000 ms at most; returns a cancel function. Safari has no
 * idle callback and waits 200 ms.
 */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(task, { timeout: 2000 })
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(task, 200)
  return () => clearTimeout(handle)
}
