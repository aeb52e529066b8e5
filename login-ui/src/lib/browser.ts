import { thisPasskeyBrowser } from '../auth/passkey-browser.ts'
import { historyEntry, leaveFor } from './departure.ts'
import { openChannel } from './open-channel.ts'
import { createTabStorage } from './tab-storage.ts'

/**
 * `touched`: the first pointer move or key press, once. `restored`: from the back-forward cache. `visible`:
 * the tab became visible.
 */
export type BrowserEvent = 'online' | 'offline' | 'visible' | 'restored' | 'back' | 'touched'

/** The browser as used by the flows, injectable for tests. */
export type Browser = ReturnType<typeof thisBrowser>

/** The real browser. `isTyping`: see `watchTyping`. Call once. */
export function thisBrowser(isTyping: () => boolean) {
  return {
    fetch: ((input, init) => fetch(input, init)) satisfies typeof fetch,
    /** Epoch milliseconds by the device's clock. */
    now: Date.now,
    /** Runs `task` after `ms`; returns a cancel function. */
    after(ms: number, task: () => void): () => void {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    },
    whenIdle,
    location: (): { href: string; origin: string; pathname: string; hash: string } => location,
    leaveFor,
    historyEntry,
    /** Adds a history entry; `rank`: of its screen. */
    pushAddress: (path: string, rank: number) =>
      history.pushState({ depth: historyEntry().depth + 1, rank }, '', path),
    /** `link`: the mail link that a reload of this entry opens. */
    replaceAddress: (path: string, link?: string) =>
      history.replaceState({ ...history.state, link }, '', path),
    /** Goes back by one entry. */
    goBack: () => history.back(),
    /** Per tab. */
    storage: createTabStorage(() => sessionStorage),
    /** Per site, on this device. */
    deviceStorage: createTabStorage(() => localStorage),
    openChannel,
    passkeys: thisPasskeyBrowser(),
    isOnline: () => navigator.onLine,
    hasCookies: () => navigator.cookieEnabled,
    isTyping,
    /** Sets the document's language and direction. */
    setLanguage: (lang: string, dir: 'ltr' | 'rtl') =>
      void Object.assign(document.documentElement, { lang, dir }),
    /** Whether Back or Forward led here. */
    cameByHistory(): boolean {
      const [entry] = performance.getEntriesByType('navigation')
      return entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'
    },
    // `randomUUID` exists on https and localhost only.
    /** An unguessable number, as text. */
    random: () => crypto.getRandomValues(new Uint32Array(2)).join('-'),
    on: listen,
    /** Logs an error to the console that is already shown as a problem. */
    report: (err: unknown) => reportError(err)
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
