import type { Factor } from '../account/contract.ts'
import { type Problem, problemOf } from '../auth/errors.ts'
import { type ActionStep, ASK_PASSWORD, type Screen } from '../machine.ts'
import type { ActionMode, PageConfig } from '../page-config.ts'
import {
  email,
  failed,
  google,
  noMethods,
  type Preview,
  preview,
  providers,
  ready,
  signIn,
  someRulesMet,
  submitting,
  usualMethods,
  weakPassword
} from './preview.ts'

type Options = Parameters<typeof preview>[2]

const ofSignIn = (state: string, options: Options = {}) => preview(`sign-in${state}`, signIn, options)

const ofPassword = (state: string, options: Options = {}) =>
  preview(`sign-in${state}`, ASK_PASSWORD, { email, ...options })

/** All ways, as on the demo. */
const everyWay = {
  destination: 'Reports',
  providers: providers.slice(2),
  methods: { ...usualMethods, phone: true, passkey: 'button' }
} satisfies Preview['patch']
const stepUp = { email, isKnown: true, reason: 'step-up' } as const
const destination = 'Payments'

const byPhone: Partial<PageConfig> = { methods: { ...usualMethods, phone: true } }
const phoneOnly: Partial<PageConfig> = { providers: [], methods: { ...noMethods, phone: true } }

const phone: Screen = { name: 'phone', number: '', codes: 0 }
const phoneCode: Screen = { name: 'phone', number: '+15555550100', codes: 1 }

/** A page with passkeys beside all usual methods. */
export const withPasskeys: Partial<PageConfig> = { methods: { ...usualMethods, passkey: 'button' } }

const passkey = (state: string, options: Options = {}) =>
  preview(`passkey${state}`, { name: 'passkey' }, { patch: withPasskeys, email, ...options })
const signInByPasskey = (state: string, code?: string) =>
  preview(`sign-in-passkey${state}`, signIn, { patch: withPasskeys, ...(code && { status: failed(code) }) })

const choose = [
  { id: 'north', name: 'Acme North' },
  { id: 'south', name: 'Acme South' },
  { id: 'partners', name: 'Partners' }
]
const many = ['North', 'South', 'East', 'West', 'Zürich', 'Łódź', 'القاهرة', 'Partners'].map((name, at) => ({
  id: `tenant-${at}`,
  name: `Acme ${name}`
}))
const organization = { id: null, choose, byEmailDomain: {} }
const tenant = (state: string, changes: Partial<PageConfig['tenant']> = {}) =>
  preview(`tenant${state}`, { name: 'tenant' }, { patch: { tenant: { ...organization, ...changes } } })

const totp: Factor = { id: 'factor-1', kind: 'totp', name: 'Phone', hint: null, enrolledAt: null }
const sms: Factor = { id: 'factor-2', kind: 'sms', name: 'Phone', hint: '+•• ••••• ••34', enrolledAt: null }
const factors = [totp, sms]

const enrolment = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Acme:alex%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme&algorithm=SHA1&digits=6&period=30'
}

const enrolStart: Screen = { name: 'enrol', required: false, enrolment: null }
const enrolCode: Screen = { name: 'enrol', required: true, enrolment }
const bySms: Screen = { name: 'second-factor', factors, chosen: sms, codes: 1 }
const byTotp: Screen = { name: 'second-factor', factors, chosen: totp, codes: 0 }

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

/** The screens of the login page: sign-in, its other ways and its second step, accounts and mail links. */
export const loginPreviews: readonly Preview[] = [
  ofSignIn(''),
  ofSignIn('-every-way', { patch: everyWay }),
  ofSignIn('-every-way-at-once', { patch: { ...everyWay, identifierFirst: false }, lastUsed: 'link' }),
  ofPassword('-password', { patch: everyWay, lastUsed: 'link' }),
  ofSignIn('-password-only', { patch: { providers: [], methods: { ...noMethods, password: true } } }),
  ofSignIn('-providers-only', { patch: { providers, methods: noMethods } }),
  ofSignIn('-email-link-only', {
    patch: { providers: [google], methods: { ...noMethods, emailLink: true } }
  }),
  ofSignIn('-remember', { patch: { remember: true }, email, remember: true }),
  ofSignIn('-last-used', { lastUsed: 'google.com' }),
  ofSignIn('-last-used-of-many', { patch: { providers }, lastUsed: 'apple.com' }),
  ofSignIn('-destination', { patch: { destination: 'Reports' } }),
  ...(['expired', 'replaced', 'revoked', 'step-up', 'link-used', 'signed-out'] as const).map((reason) =>
    ofSignIn(`-${reason}`, { reason })
  ),
  ofSignIn('-step-up-known', {
    patch: { providers, destination, account: { name: 'Alex Example', email, provider: 'github.com' } },
    ...stepUp
  }),
  ofSignIn('-second-factor-known', { patch: { destination, secondFactor: true }, ...stepUp }),
  ofSignIn('-second-step', { patch: { address: 'second-step', destination }, ...stepUp }),
  ofSignIn('-second-factor', { patch: { secondFactor: true }, email, reason: 'step-up' }),
  ofSignIn('-too-early', { reason: 'js' }),
  ofSignIn('-reloaded', { email, reason: 'reloaded' }),
  ofSignIn('-offline', { offline: true }),
  ofSignIn('-elsewhere', { signedInElsewhere: true }),
  ofSignIn('-email-missing', { status: failed('page/email-missing') }),
  ofPassword('-password-missing', { status: failed('page/password-missing') }),
  ofPassword('-wrong-password', { status: failed('auth/invalid-credential') }),
  ofSignIn('-wrong-password-at-once', {
    patch: { identifierFirst: false },
    email,
    status: failed('auth/invalid-credential')
  }),
  ofPassword('-attempts', { status: failed('auth/too-many-requests') }),
  ofPassword('-unreachable', { status: failed('auth/network-request-failed') }),
  ofPassword('-disabled', { status: failed('USER_DISABLED') }),
  ofPassword('-fault', { status: failed('INTERNAL_ERROR') }),
  ofSignIn('-popup-blocked', {
    status: failed('auth/popup-blocked', { provider: 'google.com', mode: 'redirect' })
  }),
  ofSignIn('-cancelled', { status: failed('auth/popup-closed-by-user') }),
  ofPassword('-submitting', { status: submitting }),
  ofPassword('-exchanging', { status: { name: 'exchanging' } }),
  ofSignIn('-returning', { status: { name: 'returning' } }),
  ofSignIn('-waiting', { status: { name: 'waiting', provider: 'google.com' } }),

  preview('sign-in-phone', signIn, { patch: byPhone }),
  preview('sign-in-phone-only', signIn, { patch: phoneOnly }),
  preview('phone', phone, { patch: byPhone }),
  preview('phone-malformed', phone, { patch: byPhone, status: failed('page/phone-malformed') }),
  preview('phone-code', phoneCode, { patch: byPhone }),
  preview('phone-wrong-code', phoneCode, {
    patch: byPhone,
    status: failed('auth/invalid-verification-code')
  }),

  signInByPasskey(''),
  signInByPasskey('-cancelled', 'passkey/cancelled'),
  signInByPasskey('-unknown', 'passkey/PASSKEY_ENROLLMENT_NOT_FOUND'),
  passkey(''),
  passkey('-exists', { status: failed('passkey/PASSKEY_EXISTS') }),
  passkey('-adding', { status: submitting }),

  tenant(''),
  tenant('-many', { choose: many }),
  tenant('-asked', { byEmailDomain: { 'acme.example': 'north' } }),
  preview('sign-in-tenant-chosen', signIn, { patch: { tenant: organization }, tenant: 'north' }),

  preview('second-factor-totp', byTotp, { email }),
  preview('second-factor-wrong-code', byTotp, { email, status: failed('auth/invalid-verification-code') }),
  preview('second-factor-sms', { ...bySms, codes: 0 }, { email }),
  preview('second-factor-sms-sent', bySms, { email }),
  preview('second-factor-submitting', byTotp, { email, status: submitting }),

  preview('enrol-optional', enrolStart, { email }),
  preview('enrol-required', { ...enrolStart, required: true }, { email }),
  preview('enrol-code', enrolCode, { email }),

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
  problem('-sent-back', problemOf('page/sent-back')),

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
