import type { Applications } from '../../access/applications.ts'
import type { HandOverAttempts } from '../../access/hand-over.ts'
import { ARRIVE_PATH } from '../../config/hand-over.ts'
import { cspHashOf } from '../../http/inline-style.ts'
import type { WritePage } from '../../http/page.ts'
import type { Attempt } from '../../session/hand-over.ts'
import type { EndpointOptions } from '../own-session.ts'

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

/** What getting sessions to other origins works with beside the attempts. */
export interface HandOverOptions extends EndpointOptions {
  applications: Applications
  /** Epoch seconds. */
  now: () => number
}

/** What both ends work with. */
export interface HandOverEnd extends HandOverOptions {
  attempts: HandOverAttempts
  /** The redirect target on an origin that has a session cookie of its own; home where it is none. */
  redirectTargetAt(origin: string, wanted: unknown): string
}
