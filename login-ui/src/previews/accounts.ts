import { problemOf } from '../auth/errors.ts'
import type { Screen } from '../machine.ts'
import {
  email,
  everyMethod,
  failed,
  type Preview,
  preview,
  providers,
  someRulesMet,
  submitting,
  weakPassword
} from './preview.ts'

const signUp: Screen = { name: 'sign-up' }
const forgot: Screen = { name: 'forgot' }
const link: Screen = { name: 'link' }

/** Sign-up, forgotten password, mails, and screens for a signed-in visitor. */
export const accountPreviews: readonly Preview[] = [
  preview('sign-up', signUp, { patch: { ...everyMethod, address: 'sign-up' } }),
  preview('sign-up-rules', signUp, {
    patch: { ...everyMethod, address: 'sign-up' },
    email,
    passwordRules: someRulesMet
  }),
  preview('sign-up-weak-password', signUp, {
    patch: { ...everyMethod, address: 'sign-up' },
    email,
    status: weakPassword
  }),
  preview('sign-up-taken', signUp, {
    patch: { ...everyMethod, address: 'sign-up' },
    email,
    status: failed('auth/email-already-in-use')
  }),
  preview('sign-up-submitting', signUp, {
    patch: { ...everyMethod, address: 'sign-up' },
    email,
    status: submitting
  }),

  preview('forgot', forgot, { patch: { ...everyMethod, address: 'forgot' }, email }),
  preview('forgot-email-malformed', forgot, {
    patch: { ...everyMethod, address: 'forgot' },
    email: 'alex',
    status: failed('auth/invalid-email')
  }),
  preview('link', link, { patch: { ...everyMethod, address: 'link' } }),

  preview('sent-reset', { name: 'sent', mail: 'reset', email }, { patch: everyMethod, email }),
  preview('sent-again', { name: 'sent', mail: 'reset', email, again: true }, { patch: everyMethod, email }),
  preview('sent-link', { name: 'sent', mail: 'link', email: 'alex@gmail.com' }, { patch: everyMethod }),

  preview('verify', { name: 'verify', email, sent: false }, { patch: everyMethod, email }),
  preview('verify-sent', { name: 'verify', email, sent: true }, { patch: everyMethod, email }),

  preview(
    'other-method',
    { name: 'other-method', email, attempted: 'github.com' },
    { patch: { ...everyMethod, providers }, email }
  ),
  preview('refused', { name: 'refused', message: '' }, { patch: everyMethod, email }),
  preview(
    'refused-with-reason',
    { name: 'refused', message: 'Use the address that your school gave you.' },
    { patch: everyMethod, email }
  ),
  preview('connect', { name: 'connect', attempted: 'google.com' }, { patch: everyMethod, email }),

  preview(
    'account',
    { name: 'account' },
    {
      patch: {
        ...everyMethod,
        address: 'account',
        account: { name: 'Alex Example', email, provider: null },
        destination: 'Reports'
      }
    }
  ),
  preview('signed-out', { name: 'signed-out' }, { patch: { ...everyMethod, address: 'signed-out' } }),
  preview('leaving', { name: 'leaving', slow: false }, { patch: everyMethod }),
  preview('leaving-slow', { name: 'leaving', slow: true }, { patch: everyMethod }),
  preview(
    'problem',
    { name: 'problem', problem: problemOf('INTERNAL_ERROR', '7F3K-2M') },
    { patch: { ...everyMethod, address: 'problem' } }
  ),
  preview(
    'problem-sent-back',
    { name: 'problem', problem: problemOf('page/sent-back') },
    { patch: { ...everyMethod, address: 'problem' } }
  )
]
