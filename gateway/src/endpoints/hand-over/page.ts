import type { Applications } from '../../access/applications.ts'
import type { HandOverAttempts } from '../../access/hand-over.ts'
import { ARRIVE_PATH } from '../../config/hand-over.ts'
import { cspHashOf } from '../../http/inline-style.ts'
import type { WritePage } from '../../http/page.ts'
import type { Attempt } from '../../session/hand-over.ts'
import type { EndpointOptions } from '../own-session.ts'

/** Keeps the original URL's fragment. Submits once: returning by history shows the button. */
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

/** Submits an encrypted session to its origin, automatically or by a button. */
export function sendingPage({ to, state, redirect }: Attempt, encrypted: string): WritePage {
  const fields = { state, redirect, session: encrypted }
  return (texts) => ({
    icon: 'success',
    title: texts['gateway.hand-over.title'],
    text: texts['gateway.hand-over.text'].replaceAll('{host}', () => new URL(to).host),
    form: { label: texts['gateway.hand-over.submit'], action: `${to}${ARRIVE_PATH}`, fields },
    script: { source: SCRIPT, hash: SCRIPT_HASH, data: null }
  })
}

/** Shared by both sides of the hand-over. */
export interface HandOverEnd extends EndpointOptions {
  applications: Applications
  attempts: HandOverAttempts
  /** Validates a redirect target on an origin with its own session cookie; home if invalid. */
  redirectTargetAt(origin: string, wanted: unknown): string
}
