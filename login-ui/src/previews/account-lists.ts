import type {
  AccountPageConfig,
  ConnectedApplication,
  Factor,
  OwnSession,
  OwnSessions
} from '../account/contract.ts'
import { problemOf } from '../auth/errors.ts'
import { accountPreview, fullAccount, newAccount, submit } from './account-page.ts'
import { withPasskeys } from './login-page.ts'
import { type Deed, type Preview, problemSaying, type Stage } from './preview.ts'

const NOW = Math.floor(Date.now() / 1000)
const DAY = 86_400

const laptop: OwnSession = {
  id: 'laptop',
  current: true,
  browser: 'Firefox',
  system: 'Linux',
  kind: 'computer',
  address: '203.0.113.…',
  application: null,
  startedAt: NOW,
  usedAt: NOW,
  newDevice: false,
  deviceBound: true
}
const phone: OwnSession = {
  ...laptop,
  id: 'phone',
  current: false,
  browser: 'Safari',
  system: 'iOS',
  kind: 'phone',
  address: '2001:db8:1:…',
  application: 'Reports',
  startedAt: NOW - 3 * DAY,
  usedAt: NOW - DAY,
  newDevice: true,
  deviceBound: false
}
const unknown: OwnSession = {
  ...phone,
  id: 'unknown',
  browser: null,
  system: null,
  kind: null,
  address: null,
  application: null,
  newDevice: false
}
const tablet: OwnSession = { ...unknown, id: 'tablet', browser: 'Chrome', system: 'Android', kind: 'tablet' }

/** Where the account of the previews is signed in. */
export const everywhere: OwnSessions = { known: 'all', sessions: [laptop, phone, tablet, unknown] }

const askPhone = { at: '.ways-list > :nth-child(2) button[aria-disabled=false]' }
const endPhone = [askPhone, { at: '.question .button' }]
const endOthers = [{ at: '.buttons [name=others], .buttons button[aria-disabled=false]' }]
/** The states of a page by their names. */
const statesOf =
  (page: AccountPageConfig['page']) => (state: string, stage: Parameters<typeof accountPreview>[2]) =>
    accountPreview(`account-${page}${state && `-${state}`}`, page, stage)
const sessions = statesOf('sessions')

const SINCE = Date.UTC(2026, 2, 14) / 1000

const dashboard: ConnectedApplication = {
  id: 'dashboard',
  name: 'Dashboard',
  publisher: null,
  scopes: ['Recognize your account', 'See your email address'],
  since: SINCE,
  usedAt: Date.now() / 1000
}

/** The applications that may use the account of the previews. */
export const connected: readonly ConnectedApplication[] = [
  dashboard,
  {
    id: 'https://assistant.example/client.json',
    name: 'Assistant for notes, plans and everything else that can be written down',
    publisher: 'assistant.example',
    scopes: ['notes:read', 'Keep access when you’re away, until you disconnect it'],
    since: SINCE,
    usedAt: Date.now() / 1000 - 3 * DAY
  },
  { ...dashboard, id: 'terminal', name: 'Terminal', scopes: [], usedAt: SINCE }
]

const endFirst = [{ at: '.ways-list > :first-child button' }]
const applications = statesOf('applications')

/** The button of a list row. */
const pressWay = (place: number): Deed => ({
  at: `.ways-list > :nth-child(${place}) button[aria-disabled=false]`
})
const confirm: Deed = { at: '.question .button' }
const add: Deed = { at: '.buttons button' }
const addable = { shows: add.at }

const ready = { shows: 'main button[aria-disabled=false]' }
const busy = { answers: ['waits'], shows: 'main .spinner' } as const
const refused = { shows: '.alert strong' }
const lost = {
  gateway: { kind: 'refused', code: 'STORE_UNAVAILABLE', reference: '7F3K-2M' },
  ...refused
} as const

/** The rows below the second factors: an app, then a number. */
const addApp: Deed = pressWay(3)
const addPhone: Deed = pressWay(4)
const typeNumber: Deed = { at: '#phone', type: '+1 555 010 0199' }
const typeCode: Deed = { at: '#code', type: '123456' }
const newApp: Factor = { id: 'new', kind: 'totp', name: 'Tablet', hint: null, enrolledAt: null }
const wrongCode = problemOf('auth/invalid-verification-code')

const factors = (name: string, stage: Stage) => accountPreview(name, 'second-step', stage)
const providers = statesOf('providers')
const passkeys = statesOf('passkeys')
const secondStep = statesOf('second-step')

/** Providers, second steps, passkeys, sessions and applications: lists, changes and results. */
export const accountListPreviews: readonly Preview[] = [
  providers('', ready),
  providers('proof', { deeds: [pressWay(2)], shows: '#proof' }),
  providers('asking', { deeds: [pressWay(1)], shows: '.question' }),
  providers('connecting', { deeds: [pressWay(2)], ...busy }),
  providers('connected', {
    deeds: [pressWay(2)],
    answers: ['done'],
    shows: '.toast .notice',
    becomes: { providers: [...fullAccount.providers, { id: 'microsoft.com', email: 'alex@outlook.example' }] }
  }),
  providers('blocked', { deeds: [pressWay(2)], answers: [problemOf('page/window-blocked')], ...refused }),
  providers('last', {
    account: { email: null, providers: [{ id: 'google.com', email: 'alex@gmail.com' }], passkeys: [] },
    deeds: [pressWay(2)],
    answers: [problemSaying('account', 'account-ways.last', 'account-ways.last-hint')],
    ...refused
  }),

  secondStep('', ready),
  secondStep('empty', { account: { ...newAccount, emailVerified: true }, ...ready }),
  secondStep('unverified', { account: newAccount, shows: 'main button' }),
  secondStep('asking', { deeds: [pressWay(1)], shows: '.question' }),
  secondStep('removing', { deeds: [pressWay(1), confirm], ...busy }),
  secondStep('removed', {
    deeds: [pressWay(1), confirm],
    answers: ['done'],
    becomes: { factors: fullAccount.factors.slice(1) },
    shows: '.status:has(.notice) ~ .ways-list:not(:has(> :nth-child(4)))'
  }),
  factors('account-authenticator', { deeds: [addApp], answers: ['begins'], shows: '.qr svg' }),
  factors('account-authenticator-key', {
    deeds: [addApp, { at: '.manual summary' }],
    answers: ['begins'],
    shows: '.manual[open]'
  }),
  factors('account-authenticator-wrong-code', {
    deeds: [addApp, typeCode],
    answers: ['begins', wrongCode],
    shows: '#code-error'
  }),
  factors('account-authenticator-added', {
    deeds: [addApp, typeCode],
    answers: ['begins', 'done'],
    becomes: { factors: [...fullAccount.factors, newApp] },
    shows: '.toast .notice'
  }),
  factors('account-phone', { deeds: [addPhone], answers: ['begins'], shows: '#phone' }),
  factors('account-phone-refused', {
    deeds: [addPhone, typeNumber, submit],
    answers: ['begins', problemOf('page/phone-malformed')],
    shows: '#phone-error'
  }),
  factors('account-phone-code', {
    deeds: [addPhone, typeNumber, submit],
    answers: ['begins', 'begins'],
    shows: '#code'
  }),
  factors('account-phone-checking', {
    deeds: [addPhone, typeNumber, submit, typeCode],
    answers: ['begins', 'begins', 'waits'],
    shows: 'form .spinner'
  }),

  passkeys('', addable),
  passkeys('empty', { account: { passkeys: [] }, ...addable }),
  passkeys('adding', { deeds: [add], ...busy }),
  passkeys('added', {
    deeds: [add],
    answers: ['done'],
    becomes: { passkeys: [...fullAccount.passkeys, { id: 'linux', name: 'Linux' }] },
    shows: '.status:has(.notice) ~ .ways-list:has(> :nth-child(3))'
  }),
  passkeys('asking', { deeds: [pressWay(1)], shows: '.question' }),
  passkeys('removed', {
    deeds: [pressWay(1), confirm],
    answers: ['done'],
    becomes: { passkeys: fullAccount.passkeys.slice(1) },
    shows: '.status:has(.notice) ~ .ways-list:not(:has(> :nth-child(2)))'
  }),
  passkeys('cancelled', { deeds: [add], answers: [problemOf('passkey/not-added')], ...refused }),
  passkeys('last', {
    account: { email: null, providers: [], passkeys: [{ id: 'laptop', name: 'Alex’s laptop' }] },
    patch: { ...withPasskeys, providers: [] },
    ...addable
  }),

  sessions('', { shows: '.buttons button[aria-disabled=false]' }),
  sessions('one', { sessions: { known: 'all', sessions: [laptop] }, shows: '.ways-list' }),
  sessions('of-gateway', {
    sessions: { known: 'gateway', sessions: [laptop, phone] },
    shows: '.buttons button[aria-disabled=false]'
  }),
  sessions('asking', { deeds: [askPhone], shows: '.question' }),
  sessions('ended', { deeds: endPhone, answers: ['done'], shows: '.status .notice' }),
  sessions('lost', lost),
  sessions('ending', { deeds: endPhone, answers: ['waits'], shows: '.question .spinner' }),
  sessions('proof', { deeds: endPhone, shows: '#proof' }),
  sessions('others-ended', { deeds: endOthers, answers: ['done'], shows: '.status .notice' }),

  applications('', { shows: '.ways-list' }),
  applications('none', { applications: [], shows: '.status + .muted' }),
  applications('asking', { deeds: endFirst, shows: '.question' }),
  applications('ended', { deeds: [...endFirst, { at: '.question .button' }], shows: '.status .notice' }),
  applications('lost', lost)
]
