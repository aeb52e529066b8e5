import type { ConnectedApplication } from '../account/contract.ts'
import { accountPreview } from './account-page.ts'
import type { Preview } from './preview.ts'
import type { Stage } from './stage.ts'

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
