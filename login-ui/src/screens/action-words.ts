import type { MessageKey } from '../lib/i18n.ts'
import type { ActionMode } from '../page-config.ts'

interface ActionWords {
  heading: MessageKey
  /** With the slot `email`; null: the form shows the address. */
  text: MessageKey | null
  /** If the address is unknown. */
  textUnnamed: MessageKey | null
  submit: MessageKey
  doneHeading: MessageKey
  done: MessageKey
}

/** Wording per kind of mail link. */
export const actionWords: Readonly<Record<ActionMode, ActionWords>> = {
  resetPassword: {
    heading: 'action.reset.heading',
    text: null,
    textUnnamed: null,
    submit: 'action.reset.submit',
    doneHeading: 'action.reset.done-heading',
    done: 'action.reset.done'
  },
  verifyEmail: {
    heading: 'action.verify.heading',
    text: 'action.verify.text',
    textUnnamed: 'action.verify.text-unnamed',
    submit: 'action.verify.submit',
    doneHeading: 'action.verify.done-heading',
    done: 'action.verify.done'
  },
  recoverEmail: {
    heading: 'action.recover.heading',
    text: 'action.recover.text',
    textUnnamed: 'action.recover.text-unnamed',
    submit: 'action.recover.submit',
    doneHeading: 'action.recover.done-heading',
    done: 'action.recover.done'
  },
  verifyAndChangeEmail: {
    heading: 'action.change.heading',
    text: 'action.change.text',
    textUnnamed: 'action.change.text-unnamed',
    submit: 'action.change.submit',
    doneHeading: 'action.change.done-heading',
    done: 'action.change.done'
  },
  revertSecondFactorAddition: {
    heading: 'action.factor.heading',
    text: 'action.factor.text',
    textUnnamed: 'action.factor.text-unnamed',
    submit: 'action.factor.submit',
    doneHeading: 'action.factor.done-heading',
    done: 'action.factor.done'
  },
  signIn: {
    heading: 'action.link.heading',
    text: 'action.link.text',
    textUnnamed: 'action.link.text-unnamed',
    submit: 'sign-in.submit',
    doneHeading: 'action.link.done-heading',
    done: 'action.link.done'
  }
}
