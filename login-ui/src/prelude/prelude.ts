import type { EarlyAct, Prelude } from './contract.ts'

// Runs in the document's head and keeps what the visitor submits or presses before the page's scripts arrive.
// React hydrates the nodes as they are, so only attributes change here.

/** Maximum delay between the document and loading the page's scripts. */
const latestMs = 200
/** Maximum delay of the page for a sign-in in progress. */
const signInMs = 1000

const watch = new AbortController()
const { signal } = watch
/** A script of the page cannot be loaded. */
let isBroken = false

const prelude: Prelude = {
  kept: null,
  unfolded: null,
  onKept: null,
  isTaken: () => signal.aborted,
  take() {
    watch.abort()
    return prelude.kept
  },
  // Here, where the build leaves it alone: elsewhere it would share a helper between the first scripts.
  loadAppCheck: (href) => import(/* @vite-ignore */ href),
  fail() {
    isBroken = true
    // Otherwise the page of a mail link would check forever.
    if (document.querySelector('.checking')) location.replace('problem')
    afterSignIn(performKept)
  }
}
globalThis.gatehousePrelude = prelude

/** Calls `next` at once, or after a sign-in in progress, unless that leaves the page. */
function afterSignIn(next: () => void): void {
  const signIn = prelude.kept?.signIn
  if (signIn) void signIn.answer.then(({ kind }) => kind !== 'left' && next())
  else next()
}

/** Performs the kept action without the page as far as possible, if its script is known to be missing. */
function performKept() {
  const target = prelude.kept?.target
  if (!isBroken || signal.aborted || !target) return
  if (target instanceof HTMLAnchorElement) return location.assign(target.href)
  // On the account page, forms do not belong to the buttons: one of them signs out.
  const form =
    target instanceof HTMLFormElement
      ? target
      : document.querySelector<HTMLFormElement>('main:not(.account) form')
  if (!form) return location.reload()
  // The gateway responds to a posted form with a fresh page and needs none of its content.
  for (const field of form.querySelectorAll('input')) field.disabled = true
  form.submit()
}

function keep(event: Event, target: HTMLElement): void {
  event.preventDefault()
  event.stopPropagation()
  if (prelude.kept?.signIn) return
  prelude.kept?.unmark()
  const button = target.querySelector<HTMLElement>('[type=submit]') ?? target
  const act: EarlyAct = {
    target,
    signIn: null,
    mark(text) {
      button.dataset.busy = text
    },
    unmark() {
      delete button.dataset.busy
    }
  }
  act.mark(button.innerText)
  prelude.kept = act
  prelude.onKept?.(act)
  afterSignIn(performKept)
}

/** Asks for the password, as the second step will: what is typed next is not for the field of the address. */
function unfold(form: HTMLFormElement): boolean {
  const password = form.querySelector<HTMLInputElement>('[tabindex="-1"]')
  const isGiven = form.querySelector<HTMLInputElement>('[name=email]')?.value.includes('@')
  if (!password || password.value || !isGiven) return false
  password.removeAttribute('aria-hidden')
  password.tabIndex = 0
  password.focus()
  prelude.kept?.unmark()
  Object.assign(prelude, { kept: null, unfolded: form })
  return true
}

function onSubmit(event: Event): void {
  const { target } = event
  if (!(target instanceof HTMLFormElement)) return
  if (unfold(target)) event.preventDefault()
  else keep(event, target)
}

/** Plain navigation, not a new tab or a download. */
function onClick(event: MouseEvent): void {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
  const control =
    target instanceof Element && target.closest<HTMLElement>('main :is([type=button], a:not([target]))')
  if (!control || button || metaKey || ctrlKey || shiftKey || altKey) return
  // Links work without the page, and the password toggle is not an action.
  if (isBroken && control.matches('a, .toggle')) return
  keep(event, control)
}

/**
 * Loads the page's scripts, starting with the entry; a second call finds none. Waits for the whole document:
 * the page needs its end, and what a browser fills in after Back.
 */
function loadPage(): void {
  if (document.readyState === 'loading') {
    addEventListener('DOMContentLoaded', loadPage)
    return
  }
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=after-paint]')
  for (const link of links) link.rel = 'modulepreload'
  const [entry] = links
  if (!entry) return
  const begin = () => {
    import(/* @vite-ignore */ entry.href).catch(prelude.fail)
  }
  afterSignIn(begin)
  if (!prelude.kept?.signIn) return
  // Evaluated earlier, the page would slow down a sign-in that needs none of it, unless the visitor goes on.
  setTimeout(begin, signInMs)
  addEventListener('keydown', begin, options)
  addEventListener('pointerdown', begin, options)
}

/** Restored from the back-forward cache: pending work has ended. */
function onShow({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  prelude.kept?.unmark()
  prelude.kept = null
}

/**
 * Some password managers call `form.submit()`, which fires no `submit` event and would post the password to
 * the gateway. Turns it into a regular submit, also after the page has taken over.
 */
function onNavigate(event: NavigateEvent): void {
  const form = document.querySelector<HTMLFormElement>('main form')
  if (!event.formData || form?.action !== event.destination.url) return
  // As posted by `performKept`.
  if (isBroken && !event.formData.has('password')) return
  event.preventDefault()
  form.requestSubmit()
}

/** The second click of a double click is meant for what was there at the first. Also after the page has taken over. */
function dropRepeated(event: MouseEvent): void {
  const { target, detail } = event
  if (detail < 2 || !(target instanceof Element && target.closest('a, button:not(.toggle)'))) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

// Known before the first paint, so that nothing shifts.
if (!globalThis.PublicKeyCredential) document.documentElement.classList.add('no-passkeys')
const options = { capture: true, signal }
addEventListener('click', dropRepeated, true)
addEventListener('submit', onSubmit, options)
addEventListener('click', onClick, options)
addEventListener('pageshow', onShow, options)
// The scripts would compete with the first paint, whose form works without them. Hidden pages are never
// painted, and some browsers do not report paints.
new PerformanceObserver(loadPage).observe({ type: 'paint' })
addEventListener('load', () => setTimeout(loadPage, latestMs))
// Not in every browser yet.
globalThis.navigation?.addEventListener('navigate', onNavigate)
