import type { Prelude } from './contract.ts'

// Stands in the head of the document, so that nothing is lost before the page's scripts have come: what the visitor submits or
// presses is kept. React takes over the nodes as they are, so only attributes change here.

/** How long after the document the page's scripts are loaded at the latest. */
const latestMs = 200

const watch = new AbortController()
const { signal } = watch
/** One of the page's scripts cannot be loaded. */
let isBroken = false

const prelude: Prelude = {
  kept: null,
  onKept: null,
  isTaken: () => signal.aborted,
  take() {
    watch.abort()
    return prelude.kept
  },
  giveUp() {
    const target = prelude.kept?.target
    if (!isBroken || signal.aborted || !target) return
    if (target instanceof HTMLAnchorElement) return location.assign(target.href)
    // The forms of the account page are not about its buttons: one of them signs out.
    const form =
      target instanceof HTMLFormElement
        ? target
        : document.querySelector<HTMLFormElement>('main:not(.account) form')
    if (!form) return location.reload()
    // The gateway answers a posted form with the page anew, and needs nothing that is in it.
    for (const field of form.querySelectorAll('input')) field.disabled = true
    form.submit()
  },
  fail() {
    isBroken = true
    // Nothing else would end the page of a link in an email, which has begun to work.
    if (document.querySelector('.checking')) location.replace('problem')
    if (!prelude.kept?.signIn) prelude.giveUp()
  }
}
globalThis.gatehousePrelude = prelude

function keep(target: HTMLElement): void {
  if (prelude.kept?.signIn) return
  prelude.kept?.unmark()
  const button = target.querySelector<HTMLElement>('[type=submit]') ?? target
  const mark = (text: string) => {
    button.dataset.busy = text
  }
  const unmark = () => {
    delete button.dataset.busy
  }
  const act = { target, signIn: null, mark, unmark }
  mark(button.innerText)
  prelude.kept = act
  prelude.onKept?.(act)
  if (!act.signIn) prelude.giveUp()
}

function onSubmit(event: Event): void {
  if (!(event.target instanceof HTMLFormElement)) return
  event.preventDefault()
  event.stopPropagation()
  keep(event.target)
}

/** A click that only means "go there", without a wish for a new tab or a download. */
function onClick(event: MouseEvent): void {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
  const control =
    target instanceof Element && target.closest<HTMLElement>('main :is([type=button], a:not([target]))')
  if (!control || button || metaKey || ctrlKey || shiftKey || altKey) return
  // Links work without the page, and what shows a password is no way in.
  if (isBroken && control.matches('a, .toggle')) return
  event.preventDefault()
  event.stopPropagation()
  keep(control)
}

/**
 * Loads the page's scripts, of which the first one is the entry; a second call finds none. Not before the whole document is there:
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
  import(/* @vite-ignore */ entry.href).catch(prelude.fail)
}

/** Back from the back-forward cache, where whatever was under way has ended. */
function onShow({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  prelude.kept?.unmark()
  prelude.kept = null
}

/**
 * Some password managers call `form.submit()`, which fires no `submit` event: the form would be posted to the gateway, password
 * and all. It becomes a submit like any other, also when the page has taken over.
 */
function onNavigate(event: NavigateEvent): void {
  const form = document.querySelector<HTMLFormElement>('main form')
  if (!event.formData || form?.action !== event.destination.url) return
  // As `giveUp` posts it.
  if (isBroken && !event.formData.has('password')) return
  event.preventDefault()
  form.requestSubmit()
}

const options = { capture: true, signal }
addEventListener('submit', onSubmit, options)
addEventListener('click', onClick, options)
addEventListener('pageshow', onShow, options)
// The scripts would compete with the first paint, which shows a form that works without them. Hidden pages are not painted, and
// some browsers never tell.
new PerformanceObserver(loadPage).observe({ type: 'paint' })
addEventListener('load', () => setTimeout(loadPage, latestMs))
// Not in every browser yet.
globalThis.navigation?.addEventListener('navigate', onNavigate)
