import type { ConnectedApplication, OwnSession, OwnSessions } from '../account/contract.ts'
import { accountPreview } from './account-page.ts'
import type { Preview, Stage } from './preview.ts'

const MORNING = Date.UTC(2026, 2, 14, 9, 41) / 1000
const DAY = 86_400

const laptop: OwnSession = {
  id: 'laptop',
  current: true,
  browser: 'Firefox',
  system: 'Linux',
  kind: 'computer',
  address: '203.0.113.…',
  application: null,
  startedAt: MORNING,
  usedAt: MORNING,
  newDevice: false
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
  startedAt: MORNING - 3 * DAY,
  usedAt: MORNING - DAY,
  newDevice: true
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
const sessions = (name: string, stage: Stage) => accountPreview(name, 'sessions', stage)

/** The sessions of the account, and ending them. */
export const accountSessionPreviews: readonly Preview[] = [
  sessions('account-sessions', { shows: '.buttons button[aria-disabled=false]' }),
  sessions('account-sessions-one', { sessions: { known: 'all', sessions: [laptop] }, shows: '.ways-list' }),
  sessions('account-sessions-of-gateway', {
    sessions: { known: 'gateway', sessions: [laptop, phone] },
    shows: '.buttons button[aria-disabled=false]'
  }),
  sessions('account-sessions-asking', { deeds: [askPhone], shows: '.question' }),
  sessions('account-sessions-ended', { deeds: endPhone, answers: ['done'], shows: '.status .notice' }),
  sessions('account-sessions-lost', {
    gateway: { kind: 'refused', code: 'STORE_UNAVAILABLE', reference: '7F3K-2M' },
    shows: '.alert strong'
  }),
  sessions('account-sessions-ending', { deeds: endPhone, answers: ['waits'], shows: '.question .spinner' }),
  sessions('account-sessions-proof', { deeds: endPhone, shows: '#proof' }),
  sessions('account-sessions-others-ended', { deeds: endOthers, answers: ['done'], shows: '.status .notice' })
]

const SINCE = Date.UTC(2026, 2, 14) / 1000

const dashboard: ConnectedApplication = {
  id: 'dashboard',
  name: 'Dashboard',
  publisher: null,
  scopes: ['know which account is yours', 'see your email address'],
  since: SINCE,
  usedAt: SINCE
}

/** The applications that may use the account of the previews. */
export const connected: readonly ConnectedApplication[] = [
  dashboard,
  {
    id: 'https://assistant.example/client.json',
    name: 'Assistant for notes, plans and everything else that can be written down',
    publisher: 'assistant.example',
    scopes: ['notes:read', 'stay connected until you end it'],
    since: SINCE,
    usedAt: SINCE
  },
  { ...dashboard, id: 'terminal', name: 'Terminal', scopes: [] }
]

const endFirst = [{ at: '.ways-list > :first-child button' }]
const applications = (name: string, stage: Stage) => accountPreview(name, 'applications', stage)

/** The applications that may use the account, and ending that. */
export const accountApplicationPreviews: readonly Preview[] = [
  applications('account-applications', { shows: '.ways-list' }),
  applications('account-applications-none', { applications: [], shows: '.status + .muted' }),
  applications('account-applications-asking', { deeds: endFirst, shows: '.question' }),
  applications('account-applications-ended', {
    deeds: [...endFirst, { at: '.question .button' }],
    shows: '.status .notice'
  }),
  applications('account-applications-lost', {
    gateway: { kind: 'refused', code: 'STORE_UNAVAILABLE', reference: '7F3K-2M' },
    shows: '.alert strong'
  })
]
