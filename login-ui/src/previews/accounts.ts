import { type Problem, problemOf } from '../auth/errors.ts'
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

type Options = Parameters<typeof preview>[2]

const signUp = (state: string, options: Options = {}) =>
  preview(`sign-up${state}`, { name: 'sign-up' }, { patch: { address: 'sign-up' }, ...options })
const forgot = (state: string, options: Options) =>
  preview(`forgot${state}`, { name: 'forgot' }, { patch: { address: 'forgot' }, ...options })
const problem = (state: string, problem: Problem) =>
  preview(`problem${state}`, { name: 'problem', problem }, { patch: { address: 'problem' } })
const refused = (state: string, message: string) =>
  preview(`refused${state}`, { name: 'refused', message }, { email })

const account = { name: 'Alex Example', email, provider: null }
const otherMethod: Screen = { name: 'other-method', email, attempted: 'github.com' }
const reset: Screen = { name: 'sent', mail: 'reset', email }

/** Sign-up, forgotten password, mails, and screens for a signed-in visitor. */
export const accountPreviews: readonly Preview[] = [
  signUp(''),
  signUp('-rules', { email, passwordRules: someRulesMet }),
  signUp('-weak-password', { email, status: weakPassword }),
  signUp('-taken', { email, status: failed('auth/email-already-in-use') }),
  signUp('-submitting', { email, status: submitting }),

  forgot('', { email }),
  forgot('-email-malformed', { email: 'alex', status: failed('auth/invalid-email') }),
  preview('link', { name: 'link' }, { patch: { address: 'link' } }),

  preview('sent-reset', reset, { email }),
  preview('sent-again', { ...reset, again: true }, { email }),
  preview('sent-link', { name: 'sent', mail: 'link', email: 'alex@gmail.com' }),

  preview('verify', { name: 'verify', email, sent: false }, { email }),
  preview('verify-sent', { name: 'verify', email, sent: true }, { email }),

  preview('other-method', otherMethod, { patch: { providers }, email }),
  refused('', ''),
  refused('-with-reason', 'Use the address that your school gave you.'),
  preview('connect', { name: 'connect', attempted: 'google.com' }, { email }),

  preview('account', { name: 'account' }, { patch: { address: 'account', account, destination: 'Reports' } }),
  preview('signed-out', { name: 'signed-out' }, { patch: { address: 'signed-out' } }),
  preview('leaving', { name: 'leaving', slow: false }),
  preview('leaving-slow', { name: 'leaving', slow: true }),
  problem('', problemOf('INTERNAL_ERROR', '7F3K-2M')),
  problem('-sent-back', problemOf('page/sent-back'))
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
