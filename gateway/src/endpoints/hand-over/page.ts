import { ARRIVE_PATH } from '../../config/hand-over.ts'
import { cspHashOf } from '../../http/csp-hash.ts'
import type { WritePage } from '../../http/page.ts'
import type { Attempt } from '../../session/hand-over.ts'

/** Names of the fields of the form. */
export const FIELDS = { state: 'state', redirect: 'redirect', session: 'session' } as const

/** The fragment of the page that was asked for goes along. Once: whoever comes back to the page by the history sees the button. */
const SCRIPT = `(() => {
'use strict'
const form = document.querySelector('form.action')
form.addEventListener('submit', () => {
  form.querySelector('button').disabled = true
})
form.action += location.hash
const [entry] = performance.getEntriesByType('navigation')
if (entry === undefined || entry.type !== 'back_forward') form.requestSubmit()
})()
`
const SCRIPT_HASH = cspHashOf(SCRIPT)

/** Sends a sealed session to its origin, by itself or by a button. */
export function sendingPage({ to, state, redirect }: Attempt, encrypted: string): WritePage {
  const fields = { [FIELDS.state]: state, [FIELDS.redirect]: redirect, [FIELDS.session]: encrypted }
  return (texts) => ({
    icon: 'success',
    title: texts['gateway.hand-over.title'],
    text: texts['gateway.hand-over.text'].replaceAll('{host}', () => new URL(to).host),
    form: { label: texts['gateway.hand-over.submit'], action: `${to}${ARRIVE_PATH}`, fields },
    script: { source: SCRIPT, hash: SCRIPT_HASH, data: null }
  })
}
