import { problemOf } from './auth/errors.ts'
import type { ActionStep, Factor, Screen, State, Status } from './machine.ts'
import type { ActionMode, PageConfig, Provider } from './page-config.ts'

/** One state of the page, to be shown without flows. */
export interface Preview {
  name: string
  state: State
  /** What the state needs of the configuration. */
  patch: Partial<PageConfig>
}

const email = 'alex@example.com'

const google: Provider = { id: 'google.com', name: 'Google', iconSrc: null, scopes: [], params: {} }
const providers: readonly Provider[] = [
  google,
  { ...google, id: 'microsoft.com', name: 'Microsoft' },
  { ...google, id: 'apple.com', name: 'Apple' },
  { ...google, id: 'github.com', name: 'GitHub' },
  { ...google, id: 'saml.acme', name: 'Acme SSO' }
]

const totp: Factor = { id: 'factor-1', kind: 'totp', label: 'Phone' }
const sms: Factor = { id: 'factor-2', kind: 'sms', label: '+•• ••••• ••34' }
const factors = [totp, sms]

const everyMethod: Partial<PageConfig> = {
  providers: [google],
  methods: { password: true, emailLink: true, phone: false, passkey: 'off', signup: true, askName: true }
}

const byPhone: Partial<PageConfig> = {
  ...everyMethod,
  methods: { password: true, emailLink: true, phone: true, passkey: 'off', signup: true, askName: true }
}
const phoneOnly: Partial<PageConfig> = {
  providers: [],
  methods: { password: false, emailLink: false, phone: true, passkey: 'off', signup: false, askName: false }
}

const choose = [
  { id: 'north', name: 'Acme North' },
  { id: 'south', name: 'Acme South' },
  { id: 'partners', name: 'Partners' }
]
const tenants: Partial<PageConfig> = { tenant: { id: null, choose, byEmailDomain: {} } }
const manyTenants: Partial<PageConfig> = {
  tenant: {
    id: null,
    choose: ['North', 'South', 'East', 'West', 'Zürich', 'Łódź', 'القاهرة', 'Partners'].map((name, at) => ({
      id: `tenant-${at}`,
      name: `Acme ${name}`
    })),
    byEmailDomain: {}
  }
}

const tenantsByDomain: Partial<PageConfig> = {
  tenant: { id: null, choose, byEmailDomain: { 'acme.example': 'north' } }
}

const enrolment = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Acme:alex%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme&algorithm=SHA1&digits=6&period=30'
}

const ready: Status = { name: 'ready' }
const submitting: Status = { name: 'submitting' }

function failed(code: string, otherMode: (Status & { name: 'error' })['otherMode'] = null): Status {
  return { name: 'error', problem: problemOf(code, code === 'INTERNAL_ERROR' ? '7F3K-2M' : null), otherMode }
}

const someRulesMet: State['passwordRules'] = [
  { text: 'problem.policy.min', slots: { min: '12' }, isMet: false },
  { text: 'problem.policy.lower', slots: {}, isMet: true },
  { text: 'problem.policy.upper', slots: {}, isMet: true },
  { text: 'problem.policy.digit', slots: {}, isMet: false }
]

const weakPassword: Status = {
  name: 'error',
  problem: {
    ...problemOf('auth/weak-password'),
    details: ['problem.policy.min', 'problem.policy.digit'],
    slots: { min: '12' }
  },
  otherMode: null
}

interface PreviewOptions extends Partial<Omit<State, 'screen'>> {
  patch?: Partial<PageConfig>
}

function preview(name: string, screen: Screen, { patch = {}, ...changes }: PreviewOptions = {}): Preview {
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
    language: null,
    languageLost: false,
    ...changes
  }
  return { name, state, patch: { reason: state.reason, ...patch } }
}

function action(name: string, mode: ActionMode | null, step: ActionStep, status = ready): Preview {
  const patch: Partial<PageConfig> = {
    ...everyMethod,
    address: 'action',
    action: mode === null ? null : { mode }
  }
  return preview(`action-${name}`, { name: 'action', mode, step }, { status, patch, email: '' })
}

/** The three states that every link from a mail comes through. */
function actionStates(name: string, mode: ActionMode, newEmail: string | null = null): readonly Preview[] {
  return [
    action(`${name}-ready`, mode, { name: 'ready', email, newEmail }),
    action(`${name}-done`, mode, { name: 'done', email }),
    action(`${name}-dead`, mode, { name: 'dead', problem: problemOf('auth/expired-action-code') })
  ]
}

const signIn: Screen = { name: 'sign-in' }
const forgot: Screen = { name: 'forgot' }
const link: Screen = { name: 'link' }
const signUp: Screen = { name: 'sign-up' }
const phone: Screen = { name: 'phone', number: '', codes: 0 }
const phoneCode: Screen = { name: 'phone', number: '+15555550100', codes: 1 }
const enrolStart: Screen = { name: 'enrol', required: false, enrolment: null }
const enrolCode: Screen = { name: 'enrol', required: true, enrolment }
const bySms: Screen = { name: 'second-factor', factors, chosen: sms, codeSent: true }
const byTotp: Screen = { name: 'second-factor', factors, chosen: totp, codeSent: false }

/** Every screen in every state that looks different. */
export const previews: readonly Preview[] = [
  preview('sign-in', signIn, { patch: everyMethod }),
  preview('sign-in-password-only', signIn, {
    patch: {
      providers: [],
      methods: {
        password: true,
        emailLink: false,
        phone: false,
        passkey: 'off',
        signup: false,
        askName: false
      }
    }
  }),
  preview('sign-in-providers-only', signIn, {
    patch: {
      providers,
      methods: {
        password: false,
        emailLink: false,
        phone: false,
        passkey: 'off',
        signup: false,
        askName: false
      }
    }
  }),
  preview('sign-in-email-link-only', signIn, {
    patch: {
      providers: [google],
      methods: {
        password: false,
        emailLink: true,
        phone: false,
        passkey: 'off',
        signup: false,
        askName: false
      }
    }
  }),
  preview('sign-in-remember', signIn, { patch: { ...everyMethod, remember: true }, email, remember: true }),
  preview('sign-in-last-used', signIn, { patch: everyMethod, lastUsed: 'google.com' }),
  preview('sign-in-last-used-of-many', signIn, {
    patch: { ...everyMethod, providers },
    lastUsed: 'apple.com'
  }),
  preview('sign-in-last-used-link', signIn, { patch: everyMethod, lastUsed: 'link' }),
  preview('sign-in-destination', signIn, { patch: { ...everyMethod, destination: 'Reports' } }),
  preview('sign-in-expired', signIn, { patch: everyMethod, reason: 'expired' }),
  preview('sign-in-revoked', signIn, { patch: everyMethod, reason: 'revoked' }),
  preview('sign-in-step-up', signIn, { patch: everyMethod, reason: 'step-up' }),
  preview('sign-in-step-up-known', signIn, {
    patch: {
      ...everyMethod,
      providers,
      destination: 'Payments',
      account: { name: 'Alex Example', email, provider: 'github.com' }
    },
    email,
    isKnown: true,
    reason: 'step-up'
  }),
  preview('sign-in-second-factor-known', signIn, {
    patch: { ...everyMethod, destination: 'Payments', secondFactor: true },
    email,
    isKnown: true,
    reason: 'step-up'
  }),
  preview('sign-in-second-factor', signIn, {
    patch: { ...everyMethod, secondFactor: true },
    email,
    reason: 'step-up'
  }),
  preview('sign-in-link-used', signIn, { patch: everyMethod, reason: 'link-used' }),
  preview('sign-in-signed-out', signIn, { patch: everyMethod, reason: 'signed-out' }),
  preview('sign-in-too-early', signIn, { patch: everyMethod, reason: 'js' }),
  preview('sign-in-offline', signIn, { patch: everyMethod, offline: true }),
  preview('sign-in-elsewhere', signIn, { patch: everyMethod, signedInElsewhere: true }),
  preview('sign-in-email-missing', signIn, { patch: everyMethod, status: failed('page/email-missing') }),
  preview('sign-in-password-missing', signIn, {
    patch: everyMethod,
    email,
    status: failed('page/password-missing')
  }),
  preview('sign-in-wrong-password', signIn, {
    patch: everyMethod,
    email,
    status: failed('auth/invalid-credential')
  }),
  preview('sign-in-attempts', signIn, {
    patch: everyMethod,
    email,
    status: failed('auth/too-many-requests')
  }),
  preview('sign-in-unreachable', signIn, {
    patch: everyMethod,
    email,
    status: failed('auth/network-request-failed')
  }),
  preview('sign-in-fault', signIn, { patch: everyMethod, email, status: failed('INTERNAL_ERROR') }),
  preview('sign-in-popup-blocked', signIn, {
    patch: everyMethod,
    status: failed('auth/popup-blocked', { provider: 'google.com', mode: 'redirect' })
  }),
  preview('sign-in-cancelled', signIn, { patch: everyMethod, status: failed('auth/popup-closed-by-user') }),
  preview('sign-in-submitting', signIn, { patch: everyMethod, email, status: submitting }),
  preview('sign-in-exchanging', signIn, { patch: everyMethod, email, status: { name: 'exchanging' } }),
  preview('sign-in-returning', signIn, { patch: everyMethod, status: { name: 'returning' } }),
  preview('sign-in-waiting', signIn, {
    patch: everyMethod,
    status: { name: 'waiting', provider: 'google.com' }
  }),

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
  preview('sign-in-phone', signIn, { patch: byPhone }),
  preview('sign-in-phone-only', signIn, { patch: phoneOnly }),
  preview('phone', phone, { patch: byPhone }),
  preview('phone-malformed', phone, { patch: byPhone, status: failed('page/phone-malformed') }),
  preview('phone-code', phoneCode, { patch: byPhone }),
  preview('phone-wrong-code', phoneCode, {
    patch: byPhone,
    status: failed('auth/invalid-verification-code')
  }),
  preview('sent-reset', { name: 'sent', mail: 'reset', email }, { patch: everyMethod, email }),
  preview('sent-again', { name: 'sent', mail: 'reset', email, again: true }, { patch: everyMethod, email }),
  preview('sent-link', { name: 'sent', mail: 'link', email: 'alex@gmail.com' }, { patch: everyMethod }),

  preview('tenant', { name: 'tenant' }, { patch: { ...everyMethod, ...tenants } }),
  preview('tenant-many', { name: 'tenant' }, { patch: { ...everyMethod, ...manyTenants } }),
  preview('tenant-asked', { name: 'tenant' }, { patch: { ...everyMethod, ...tenantsByDomain } }),
  preview('sign-in-tenant-chosen', signIn, { patch: { ...everyMethod, ...tenants }, tenant: 'north' }),
  preview('verify', { name: 'verify', email, sent: false }, { patch: everyMethod, email }),
  preview('verify-sent', { name: 'verify', email, sent: true }, { patch: everyMethod, email }),

  preview('second-factor-totp', byTotp, { patch: everyMethod, email }),
  preview('second-factor-wrong-code', byTotp, {
    patch: everyMethod,
    email,
    status: failed('auth/invalid-verification-code')
  }),
  preview('second-factor-sms', { ...bySms, codeSent: false }, { patch: everyMethod, email }),
  preview('second-factor-sms-sent', bySms, { patch: everyMethod, email }),
  preview('second-factor-submitting', byTotp, { patch: everyMethod, email, status: submitting }),

  preview('enrol-optional', enrolStart, { patch: everyMethod, email }),
  preview('enrol-required', { ...enrolStart, required: true }, { patch: everyMethod, email }),
  preview('enrol-code', enrolCode, { patch: everyMethod, email }),

  preview(
    'other-method',
    { name: 'other-method', email, attempted: 'github.com' },
    { patch: { ...everyMethod, providers }, email }
  ),
  preview('connect', { name: 'connect', attempted: 'google.com' }, { patch: everyMethod, email }),

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
  action('unknown', null, { name: 'dead', problem: problemOf('auth/invalid-action-code') }),

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
    {
      patch: { ...everyMethod, address: 'problem' }
    }
  )
]

/** Gives the preview of that name; null: there is none. */
export function findPreview(name: string): Preview | null {
  return previews.find((preview) => preview.name === name) ?? null
}
