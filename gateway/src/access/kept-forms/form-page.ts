import type { Session } from '../../session/session.ts'
import type { WritePage } from '../answers.ts'
import { signedInAs } from '../page-words/signed-in-as.ts'
import type { PageWords } from '../page-words/words.ts'
import { accountMark } from './form-account.ts'
import { FORM_SCRIPT, FORM_SCRIPT_HASH } from './form-script.ts'

/** A form, and the way to sign in. */
export interface FormToKeep {
  /** Its name in the tab. */
  key: string
  /** Path and query that it was posted to. */
  target: string
  /** Its body. */
  form: string
  /** Mark of the account whose session the browser had; null: nobody knows. */
  account: string | null
  /** Address of the login page, which leads to the page that sends the form. */
  signIn: string
}

/** Keeps a form in the tab. Without script, it says that it cannot. */
export function keepPage({ signIn, account, ...form }: FormToKeep): WritePage {
  return (words) => {
    const { title, text, lost: note, signIn: label } = words.keepForm
    return {
      icon: 'form',
      title,
      text,
      note,
      links: [{ label, href: signIn }],
      script: scriptFor(words, { form, account })
    }
  }
}

/**
 * Sends a form that the tab holds, when the visitor says so, and tells whether another account has filled it in. `back`: what the form was
 * posted to. `session`: of whoever would send it; null: nobody is signed in.
 */
export function sendPage(back: string, session: Session | null): WritePage {
  const account = session === null ? null : accountMark(session)
  return (words) => {
    const { title, none: text, back: label } = words.sendForm
    return {
      icon: 'form',
      title,
      text,
      ...(session === null ? {} : { note: signedInAs(words, session) }),
      links: [{ label, href: back }],
      script: scriptFor(words, { form: null, account })
    }
  }
}

/** What the script is told. */
interface ScriptFacts {
  /** Null on the page that sends. */
  form: Omit<FormToKeep, 'signIn' | 'account'> | null
  /** Mark of the account; null: nobody knows. */
  account: string | null
}

function scriptFor({ keepForm, sendForm, shownForm }: PageWords, facts: ScriptFacts) {
  const { offer, others, send } = sendForm
  const words = { kept: keepForm.kept, offer, others, send, ...shownForm }
  return { source: FORM_SCRIPT, hash: FORM_SCRIPT_HASH, data: { ...facts, words } }
}
