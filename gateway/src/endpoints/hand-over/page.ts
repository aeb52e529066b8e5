import { createHash } from 'node:crypto'
import { ARRIVE_PATH } from '../../access/hand-over.ts'
import type { Page } from '../../http/page.ts'
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
const SCRIPT_HASH = `sha256-${createHash('sha256').update(SCRIPT).digest('base64')}`

/** Sends a sealed session to its origin, by itself or by a button. */
export function sendingPage({ to, state, redirect }: Attempt, sealed: string): Omit<Page, 'reference'> {
  const { host } = new URL(to)
  return {
    title: 'Signing you in',
    text: `You are signed in. Go on to ${host}.`,
    form: {
      label: 'Continue',
      action: `${to}${ARRIVE_PATH}`,
      fields: { [FIELDS.state]: state, [FIELDS.redirect]: redirect, [FIELDS.session]: sealed }
    },
    script: { source: SCRIPT, hash: SCRIPT_HASH, data: null }
  }
}
