import type { ConnectedApplication, OwnAccount, OwnSessions } from '../account/contract.ts'
import type { CallAnswer } from '../account/gateway-client.ts'
import { type Problem, problemOf } from '../auth/errors.ts'
import type { MessageKey } from '../lib/i18n.ts'
import type { Screen, State, Status } from '../machine.ts'
import type { PageConfig, Provider } from '../page-config.ts'

/** One state of the page, shown without flows. */
export interface Preview {
  name: string
  state: State
  /** Required configuration. */
  patch: Partial<PageConfig>
  /** For the account page, which reaches most states through actions. */
  stage?: Stage
}

/** The visitor's address. */
export const email = 'alex@example.com'

/** One of each kind of provider. */
export const google: Provider = { id: 'google.com', name: 'Google', iconSrc: null, scopes: [], params: {} }
export const providers: readonly Provider[] = [
  google,
  { ...google, id: 'microsoft.com', name: 'Microsoft' },
  { ...google, id: 'apple.com', name: 'Apple' },
  { ...google, id: 'github.com', name: 'GitHub' },
  { ...google, id: 'saml.acme', name: 'Acme SSO' }
]

/** No way to sign in but those that a preview adds. */
export const noMethods: PageConfig['methods'] = {
  password: false,
  emailLink: false,
  phone: false,
  passkey: 'off',
  signup: false,
  askName: false
}
export const usualMethods = { ...noMethods, password: true, emailLink: true, signup: true, askName: true }
const usual: Partial<PageConfig> = { providers: [google], methods: usualMethods }

export const ready: Status = { name: 'ready' }
export const submitting: Status = { name: 'submitting' }

/** An attempt that failed with this code. `otherMode`: what is offered then. */
export function failed(code: string, otherMode: (Status & { name: 'error' })['otherMode'] = null): Status {
  return { name: 'error', problem: problemOf(code, code === 'INTERNAL_ERROR' ? '7F3K-2M' : null), otherMode }
}

/** A problem with this wording. Previews must not import those of the account page, which would split its files differently. */
export function problemSaying(
  kind: Problem['kind'],
  title: MessageKey,
  hint: MessageKey | null = null
): Problem {
  return { ...problemOf('page/fault'), kind, title, hint }
}

/** While a password is being typed. */
export const someRulesMet: State['passwordRules'] = [
  { text: 'problem.policy.min', slots: { min: '12' }, isMet: false },
  { text: 'problem.policy.lower', slots: {}, isMet: true },
  { text: 'problem.policy.upper', slots: {}, isMet: true },
  { text: 'problem.policy.digit', slots: {}, isMet: false }
]

/** A new password that the provider rejects. */
export const weakPassword: Status & { name: 'error' } = {
  name: 'error',
  problem: {
    ...problemOf('auth/weak-password'),
    details: ['problem.policy.min', 'problem.policy.digit'],
    slots: { min: '12' }
  },
  otherMode: null
}

/** Shared by all configurations. */
export const signIn: Screen = { name: 'sign-in' }

interface PreviewOptions extends Partial<Omit<State, 'screen'>> {
  patch?: Partial<PageConfig>
}

/** The default state of `screen` with these changes, on a page with all usual methods and one provider unless `patch` says otherwise. */
export function preview(
  name: string,
  screen: Screen,
  { patch = {}, ...changes }: PreviewOptions = {}
): Preview {
  const state: State = {
    screen,
    status: ready,
    reason: null,
    offline: false,
    signedInElsewhere: false,
    email: '',
    remember: false,
    passwordRules: null,
    tenant: null,
    isKnown: false,
    lastUsed: null,
    passkeys: true,
    language: null,
    languageLost: false,
    ...changes
  }
  const { password, emailLink, phone, passkey } = patch.methods ?? usualMethods
  const identifierFirst = password && (emailLink || phone || passkey !== 'off')
  return { name, state, patch: { ...usual, reason: state.reason, identifierFirst, ...patch } }
}

/**
 * Result of a requested change: pending (`waits`), pending at the gateway (`renews`), another step
 * (`begins`), success (`done`), or a problem.
 */
export type StagedAnswer = 'waits' | 'renews' | 'begins' | 'done' | Problem

/** An action on a page: pressing a node, or typing into it. */
export interface Deed {
  /** Selector; waits for a match. */
  at: string
  /** Omitted: press it. */
  type?: string
}

/** How the account page reaches a state other than its first, without provider or gateway. */
export interface Stage {
  /** Selector of what exists once the state is reached. */
  shows: string
  /** Run in order, each once its node exists. */
  deeds?: readonly Deed[]
  /** Results of the requested changes, in order. If set, no proof is required. */
  answers?: readonly StagedAnswer[]
  /** Changes to the account by a successful change. */
  becomes?: Partial<OwnAccount>
  /** Changes to the proof card's initial state. */
  proof?: Partial<State>
  /** The gateway's result; `waits`: pending. Default: success. */
  gateway?: CallAnswer | 'waits'
  /** Where the account is signed in; default: on four devices. */
  sessions?: OwnSessions
  /** Default: three. */
  applications?: readonly ConnectedApplication[]
  /** Whether the file with the changes fails to load. */
  isLost?: true
}
