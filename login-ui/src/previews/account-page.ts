import type { AccountPageConfig, OwnAccount } from '../account/contract.ts'
import type { PageConfig } from '../page-config.ts'
import { email, type Preview, preview, providers, type Stage } from './preview.ts'

const setAt = Date.UTC(2026, 2, 14) / 1000

/** An account with every sign-in method, on a page that offers every change. */
export const fullAccount: OwnAccount = {
  uid: 'alex',
  email,
  emailVerified: true,
  name: 'Alex Example',
  picture: null,
  phone: '+•••••••0123',
  tenant: null,
  createdAt: setAt,
  lastSignInAt: setAt,
  passwordChangedAt: setAt,
  providers: [{ id: 'password' }, { id: 'google.com', email: 'alex@gmail.com' }, { id: 'github.com' }],
  factors: [
    { id: 'app', kind: 'totp', name: 'Phone', hint: null, enrolledAt: setAt },
    { id: 'sms', kind: 'sms', name: null, hint: '+•••••••0123', enrolledAt: setAt }
  ],
  passkeys: [
    { id: 'laptop', name: 'Alex’s laptop' },
    { id: 'key', name: null }
  ],
  session: { startedAt: setAt, provider: 'google.com', secondFactor: null },
  may: {
    name: true,
    password: true,
    email: true,
    providers: providers.map(({ id }) => id),
    totp: true,
    sms: true,
    passkeys: true,
    sessions: true,
    applications: true,
    export: true,
    delete: true
  }
}

/** An account with only address and password. */
export const newAccount: Partial<OwnAccount> = {
  name: null,
  emailVerified: false,
  phone: null,
  providers: [{ id: 'password' }],
  factors: [],
  passkeys: [],
  session: { ...fullAccount.session, provider: 'password' }
}

const nothing: OwnAccount['may'] = {
  name: false,
  password: false,
  email: false,
  providers: [],
  totp: false,
  sms: false,
  passkeys: false,
  sessions: false,
  applications: false,
  export: false,
  delete: false
}

const pages: AccountPageConfig['pages'] = [
  'overview',
  'password',
  'email',
  'second-step',
  'passkeys',
  'providers',
  'sessions',
  'applications',
  'delete'
]

interface AccountPreview extends Stage {
  /** Changes to the full account. */
  account?: Partial<OwnAccount>
  facts?: Partial<AccountPageConfig>
  patch?: Partial<PageConfig>
}

/** An account page in a state. */
export function accountPreview(
  name: string,
  page: AccountPageConfig['page'],
  { account = {}, facts = {}, patch = {}, ...stage }: AccountPreview
): Preview {
  const accountPage: AccountPageConfig = {
    page,
    pages,
    account: { ...fullAccount, ...account },
    endpoint: '/_auth/account',
    everywhere: true,
    othersEndWithinSeconds: 3600,
    ...facts
  }
  return { ...preview(name, { name: 'account' }, { patch: { providers, accountPage, ...patch } }), stage }
}

const overview = (name: string, preview: Partial<AccountPreview> = {}) =>
  accountPreview(name, 'overview', { shows: '.one-line form', ...preview })

const sendForm = { at: '.one-line [type=submit]' }
const sendName = [{ at: '#name', type: 'Alex E. Example' }, sendForm]
const sendMail = [{ at: '.row .needs-script button' }]
const failure = { kind: 'refused', code: 'PROVIDER_UNAVAILABLE', reference: '7F3K-2M' } as const

/** The overview and its actions. */
export const accountPagePreviews: readonly Preview[] = [
  overview('account-page'),
  overview('account-page-new', { account: newAccount }),
  overview('account-page-phone', {
    account: { ...newAccount, email: null, phone: '+•••••••0123', providers: [{ id: 'phone' }] }
  }),
  overview('account-page-readable', {
    account: { email: null, providers: [{ id: 'phone' }], passwordChangedAt: null, may: nothing },
    facts: { pages: ['overview'], everywhere: false },
    shows: 'main form'
  }),
  overview('account-page-saving', { deeds: sendName, gateway: 'waits', shows: '.spinner' }),
  overview('account-page-saved', { deeds: sendName, shows: '.status .notice' }),
  overview('account-page-name-refused', {
    deeds: [{ at: '#name', type: 'Alex '.repeat(40) }, sendForm],
    shows: '#name-error'
  }),
  overview('account-page-failed', { deeds: sendName, gateway: failure, shows: '.alert strong' }),
  overview('account-page-link-sent', { account: newAccount, deeds: sendMail, shows: '.status .notice' }),
  overview('account-page-link-failed', {
    account: newAccount,
    deeds: sendMail,
    gateway: { kind: 'refused', code: 'RATE_LIMITED', reference: null },
    shows: '.alert strong'
  }),
  overview('account-page-sign-out-failed', {
    deeds: [{ at: '.works-without-script [type=submit]' }],
    gateway: failure,
    shows: '.alert strong'
  })
]
