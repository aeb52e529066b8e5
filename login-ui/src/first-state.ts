import type { Problem } from './auth/errors.ts'
import type { MessageKey } from './lib/i18n.ts'
import { READY, type Screen, SIGN_IN, type State } from './machine.ts'
import type { PageConfig } from './page-config.ts'

/** A problem with these words and nothing else. */
export function plainProblem(kind: Problem['kind'], title: MessageKey, hint: MessageKey | null): Problem {
  return { kind, title, hint, reference: null, details: [], slots: {} }
}

// Copies of entries in errors.ts, which is too large for the first script, and most pages start without a problem. A test compares them.

/** A file of the page or a service is unreachable. */
export const unreachable = plainProblem('network', 'problem.network.title', 'problem.network.hint')
/** An unknown mail link. */
export const unknownLink = plainProblem('link', 'problem.link-unknown.title', 'problem.link-unknown.hint')
export const unknownFault = plainProblem('unknown', 'problem.unknown.title', 'problem.unknown.hint')

export type ProblemFor = (code: string, reference: string | null) => Problem

const anyProblem: ProblemFor = (_, reference) => ({ ...unknownFault, reference })

/** The initial state. Uses no browser globals, for server rendering. `problemFor`: for the address `problem`. */
export function initialState(config: PageConfig, problemFor?: ProblemFor): State {
  return {
    screen: firstScreen(config, problemFor),
    status: READY,
    reason: config.reason,
    offline: false,
    signedInElsewhere: false,
    email: addressToConfirm(config),
    remember: false,
    passwordRules: null,
    tenant: null,
    isKnown: addressToConfirm(config) !== '',
    lastUsed: null,
    language: null,
    languageLost: false
  }
}

/** A step-up sign-in is mostly for the same account; so is one to set up a second step. */
function addressToConfirm({ address, reason, account }: PageConfig): string {
  const isOfForm = address === 'sign-in' || address === 'second-step'
  return isOfForm && reason === 'step-up' ? (account?.email ?? '') : ''
}

/** The screen for the configured address. */
export function firstScreen(config: PageConfig, problemFor: ProblemFor = anyProblem): Screen {
  const { address, methods, account, action, problem } = config
  const signIn: Screen = mustChooseTenant(config) ? { name: 'tenant' } : SIGN_IN
  switch (address) {
    case 'sign-up':
      return methods.signup && signIn === SIGN_IN ? { name: 'sign-up' } : signIn
    case 'forgot':
      return methods.password && signIn === SIGN_IN ? { name: 'forgot' } : signIn
    case 'link':
      return methods.emailLink && signIn === SIGN_IN ? { name: 'link' } : signIn
    case 'action':
      return action === null
        ? { name: 'action', mode: null, step: { name: 'dead', problem: unknownLink } }
        : { name: 'action', mode: action.mode, step: { name: 'checking' } }
    case 'account':
      return account === null ? signIn : { name: 'account' }
    case 'signed-out':
      return { name: 'signed-out' }
    case 'problem':
      return {
        name: 'problem',
        problem: problemFor(problem?.code ?? 'page/fault', problem?.reference ?? null)
      }
    case 'sign-in':
    case 'second-step':
      return signIn
  }
}

/** Whether the tenant can only be chosen by the visitor, which must come first. */
export function mustChooseTenant({ tenant }: PageConfig): boolean {
  return tenant.id === null && tenant.choose.length > 0 && Object.keys(tenant.byEmailDomain).length === 0
}
