/** Pages that load once more by themselves: when an application may be back, and when a device proves itself by that. */

import type { Fault } from '../../errors.ts'
import type { AuthRequest } from '../../http/auth-request.ts'
import { cspHashOf } from '../../http/html.ts'
import type { GatewayTexts } from '../../http/locales.ts'
import type { Page } from '../../http/page.ts'
import { languageAddressOf } from './redirect-target.ts'

/** Longer pauses are left to the visitor. */
const MAX_PAUSE_SECONDS = 60

/**
 * Three tries, if they can be counted, after 5, 10 and 20 seconds or as asked, and up to half as long again, so that visitors do not return together.
 * A link to the page starts again at the first. Time passes while the page is seen and online: otherwise the browser would put its own page here.
 */
const RETRY = `(() => {
  'use strict'
  const { seconds, words } = JSON.parse(document.getElementById('page-data').textContent)
  const [entry] = performance.getEntriesByType('navigation')
  let tries = 3
  try {
    const past = entry.type === 'reload' ? Number(sessionStorage.getItem('gatehouse:tries')) : 0
    sessionStorage.setItem('gatehouse:tries', past + 1)
    tries = past
  } catch {}
  if (!(tries < 3)) return
  const pause = Math.ceil(Math.max(seconds, 5 * 2 ** tries) * (1 + Math.random() / 2))
  const place = document.getElementById('page-place')
  const [line, stop, bar] = ['p', 'button', 'div'].map((name) => place.appendChild(document.createElement(name)))
  place.className = 'countdown'
  // Screen readers find the time, and are silent as it passes.
  line.setAttribute('role', 'timer')
  stop.className = 'link'
  stop.textContent = words.stop
  let left = pause
  const show = () => {
    line.textContent = left > 0 ? words.in.replace('{seconds}', left) : words.now
    bar.style.scale = left / pause + ' 1'
  }
  const ticking = setInterval(() => {
    if (document.hidden || !navigator.onLine) return
    left -= 1
    show()
    if (left > 0) return
    clearInterval(ticking)
    location.reload()
  }, 1000)
  stop.onclick = () => {
    clearInterval(ticking)
    place.remove()
    document.querySelector('a.button').focus()
  }
  show()
})()
`
const RETRY_HASH = cspHashOf(RETRY)

/** For a page load that another GET repeats, if what failed may soon be back. */
export function retryOf(
  authRequest: AuthRequest,
  { statusCode, retryAfterSeconds: seconds = 0 }: Fault,
  texts: GatewayTexts
): Pick<Page, 'script'> {
  const isRepeatable = authRequest.method === 'GET' && languageAddressOf(authRequest) !== null
  if (statusCode < 502 || seconds > MAX_PAUSE_SECONDS || !isRepeatable) return {}
  const [now, stop] = [texts['gateway.retry.now'], texts['gateway.retry.stop']]
  const data = { seconds, words: { in: texts['gateway.retry.in'], now, stop } }
  return { script: { source: RETRY, hash: RETRY_HASH, data } }
}

/** Loads once more, from its own origin, as browsers prove their device only for such requests. Returning by history shows the link. */
const RELOAD = `(() => {
'use strict'
const [entry] = performance.getEntriesByType('navigation')
if (entry !== undefined && entry.type === 'navigate') location.reload()
})()
`
/** Loads a page once more at once. */
export const RELOAD_SCRIPT = { source: RELOAD, hash: cspHashOf(RELOAD), data: null }
