import { problemOf } from '../auth/errors.ts'
import type { ActionStep } from '../machine.ts'
import type { ActionMode, PageConfig } from '../page-config.ts'
import { email, everyMethod, failed, type Preview, preview, ready, weakPassword } from './preview.ts'

function action(name: string, mode: ActionMode | null, step: ActionStep, status = ready): Preview {
  const patch: Partial<PageConfig> = {
    ...everyMethod,
    address: 'action',
    action: mode === null ? null : { mode }
  }
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
