import type { Page } from '../../http/page.ts'
import { FORM_SCRIPT, FORM_SCRIPT_HASH } from './form-script.ts'

/** A form, and the way to sign in. */
export interface FormToKeep {
  /** Its name in the tab. */
  key: string
  /** Path and query that it was posted to. */
  target: string
  /** Its body. */
  form: string
  /** Address of the login page, which leads to the page that sends the form. */
  signIn: string
}

/** Keeps a form in the tab. Without script, it says that it cannot. */
export function keepPage({ signIn, ...data }: FormToKeep): Omit<Page, 'reference'> {
  return {
    title: 'Sign in to send this form',
    text: 'You have to sign in before what you filled in can be sent.',
    note: 'This browser cannot keep it: after signing in, please fill in the form again.',
    links: [{ label: 'Sign in', href: signIn }],
    script: { source: FORM_SCRIPT, hash: FORM_SCRIPT_HASH, data }
  }
}

/** Sends a form that the tab holds, when the visitor says so. `back`: what the form was posted to. */
export function sendPage(back: string): Omit<Page, 'reference'> {
  return {
    title: 'Send the form',
    text: 'This tab holds no form that is still to be sent.',
    links: [{ label: 'Go on', href: back }],
    script: { source: FORM_SCRIPT, hash: FORM_SCRIPT_HASH, data: null }
  }
}
