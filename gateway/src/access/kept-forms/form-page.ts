import type { WritePage } from '../answers.ts'
import type { PageWords } from '../page-words/words.ts'
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
export function keepPage({ signIn, ...form }: FormToKeep): WritePage {
  return (words) => {
    const { title, text, lost: note, signIn: label } = words.keepForm
    return { title, text, note, links: [{ label, href: signIn }], script: scriptFor(words, form) }
  }
}

/** Sends a form that the tab holds, when the visitor says so. `back`: what the form was posted to. */
export function sendPage(back: string): WritePage {
  return (words) => {
    const { title, none: text, back: label } = words.sendForm
    return { title, text, links: [{ label, href: back }], script: scriptFor(words, null) }
  }
}

/** `form`: null on the page that sends. */
function scriptFor({ keepForm, sendForm, shownForm }: PageWords, form: Omit<FormToKeep, 'signIn'> | null) {
  const words = { kept: keepForm.kept, offer: sendForm.offer, send: sendForm.send, ...shownForm }
  return { source: FORM_SCRIPT, hash: FORM_SCRIPT_HASH, data: { form, words } }
}
