import { problemOf } from '../auth/errors.ts'
import type { ActionStep, Screen } from '../machine.ts'
import type { ActionMode, PageConfig } from '../page-config.ts'
import {
  email,
  failed,
  type Preview,
  preview,
  providers,
  ready,
  someRulesMet,
  submitting,
  weakPassword
} from './preview.ts'

const signUp: Screen = { name: 'sign-up' }
const forgot: Screen = { name: 'forgot' }
const link: Screen = { name: 'link' }

/** Sign-up, forgotten password, mails, and screens for a signed-in visitor. */
export const accountPreviews: readonly Preview[] = [
  preview('sign-up', signUp, { patch: { address: 'sign-up' } }),
  preview('sign-up-rules', signUp, { patch: { address: 'sign-up' }, email, passwordRules: someRulesMet }),
  preview('sign-up-weak-password', signUp, { patch: { address: 'sign-up' }, email, status: weakPassword }),
  preview('sign-up-taken', signUp, {
    patch: { address: 'sign-up' },
    email,
    status: failed('auth/email-already-in-use')
  }),
  preview('sign-up-submitting', signUp, { patch: { address: 'sign-up' }, email, status: submitting }),

  preview('forgot', forgot, { patch: { address: 'forgot' }, email }),
  preview('forgot-email-malformed', forgot, {
    patch: { address: 'forgot' },
    email: 'alex',
    status: failed('auth/invalid-email')
  }),
  preview('link', link, { patch: { address: 'link' } }),

  preview('sent-reset', { name: 'sent', mail: 'reset', email }, { email }),
  preview('sent-again', { name: 'sent', mail: 'reset', email, again: true }, { email }),
  preview('sent-link', { name: 'sent', mail: 'link', email: 'alex@gmail.com' }),

  preview('verify', { name: 'verify', email, sent: false }, { email }),
  preview('verify-sent', { name: 'verify', email, sent: true }, { email }),

  preview(
    'other-method',
    { name: 'other-method', email, attempted: 'github.com' },
    { patch: { providers }, email }
  ),
  preview('refused', { name: 'refused', message: '' }, { email }),
  preview(
    'refused-with-reason',
    { name: 'refused', message: 'Use the address that your school gave you.' },
    { email }
  ),
  preview('connect', { name: 'connect', attempted: 'google.com' }, { email }),

  preview(
    'account',
    { name: 'account' },
    {
      patch: {
        address: 'account',
        account: { name: 'Alex Example', email, provider: null },
        destination: 'Reports'
      }
    }
  ),
  preview('signed-out', { name: 'signed-out' }, { patch: { address: 'signed-out' } }),
  preview('leaving', { name: 'leaving', slow: false }),
  preview('leaving-slow', { name: 'leaving', slow: true }),
  preview(
    'problem',
    { name: 'problem', problem: problemOf('INTERNAL_ERROR', '7F3K-2M') },
    { patch: { address: 'problem' } }
  ),
  preview(
    'problem-sent-back',
    { name: 'problem', problem: problemOf('page/sent-back') },
    { patch: { address: 'problem' } }
  )
]

function action(name: string, mode: ActionMode | null, step: ActionStep, status = ready): Preview {
  const patch: Partial<PageConfig> = { address: 'action', action: mode === null ? null : { mode } }
  return preview(`action-${name}`, { name: 'action', mode, step }, { status, patch, email: '' })
}

/** The three states of every mail link. */
function actionStates(name: string, mode: ActionMode, newEmail: string | null = null): readonly Preview[] {
  return [
    action(`${name}-ready`, mode, { name: 'ready', email, newEmail }),
    action(`${name}-done`, mode, { name: 'done', email }),
    action(`${name}-dead`, mode, { name: 'dead', problem: problemOf('auth/expired-action-code') })
  ]
}

/** Mail links. */
export const actionPreviews: readonly Preview[] = [
  action('checking', 'verifyEmail', { name: 'checking' }),
  action('checking-failed', 'verifyEmail', { name: 'checking' }, failed('page/unreachable')),
  ...actionStates('reset', 'resetPassword'),
  action('reset-weak-password', 'resetPassword', { name: 'ready', email, newEmail: null }, weakPassword),
  ...actionStates('verify', 'verifyEmail'),
  ...actionStates('recover', 'recoverEmail'),
  ...actionStates('change', 'verifyAndChangeEmail', 'alex.new@example.com'),
  ...actionStates('second-factor', 'revertSecondFactorAddition'),
  ...actionStates('sign-in', 'signIn'),
  action('sign-in-ask-email', 'signIn', { name: 'ask-email' }),
  action('unknown', null, { name: 'dead', problem: problemOf('auth/invalid-action-code') })
]
