import { type AccountPageConfig, accountPages, type OwnAccount } from '../account/contract.ts'
import { problemOf } from '../auth/errors.ts'
import type { PageConfig } from '../page-config.ts'
import {
  type Deed,
  email,
  failed,
  type Preview,
  preview,
  problemSaying,
  providers,
  type Stage,
  type StagedAnswer,
  someRulesMet,
  submitting,
  weakPassword
} from './preview.ts'

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
    { id: 'laptop', name: 'Google Password Manager' },
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
    pages: accountPages,
    account: { ...fullAccount, ...account },
    endpoint: '/_auth/account',
    everywhere: true,
    othersEndWithinSeconds: 3600,
    ...facts
  }
  return { ...preview(name, { name: 'account' }, { patch: { providers, accountPage, ...patch } }), stage }
}

const overview = (state: string, preview: Partial<AccountPreview> = {}) =>
  accountPreview(`account-page${state}`, 'overview', { shows: '.one-line form', ...preview })

const sendForm = { at: '.one-line [type=submit]' }
const sendName = [{ at: '#name', type: 'Alex E. Example' }, sendForm]
const sendMail = [{ at: '.caution button' }]
const failure = { kind: 'refused', code: 'PROVIDER_UNAVAILABLE', reference: '7F3K-2M' } as const

/** The overview and its actions. */
export const accountPagePreviews: readonly Preview[] = [
  overview(''),
  overview('-new', { account: newAccount }),
  overview('-phone', {
    account: { ...newAccount, email: null, phone: '+•••••••0123', providers: [{ id: 'phone' }] }
  }),
  overview('-readable', {
    account: {
      email: null,
      providers: [{ id: 'phone' }],
      passwordChangedAt: null,
      may: { ...fullAccount.may, name: false, export: false }
    },
    facts: { pages: ['overview'], everywhere: false },
    shows: 'main form'
  }),
  overview('-saving', { deeds: sendName, gateway: 'waits', shows: '.spinner' }),
  overview('-saved', { deeds: sendName, shows: '.toast .notice' }),
  overview('-name-refused', {
    deeds: [{ at: '#name', type: 'Alex '.repeat(40) }, sendForm],
    shows: '#name-error'
  }),
  overview('-failed', { deeds: sendName, gateway: failure, shows: '.alert strong' }),
  overview('-link-sent', { account: newAccount, deeds: sendMail, shows: '.notice:not(.caution) button' }),
  overview('-link-failed', {
    account: newAccount,
    deeds: sendMail,
    gateway: { kind: 'refused', code: 'RATE_LIMITED', reference: null },
    shows: '.alert strong'
  }),
  overview('-sign-out-failed', {
    deeds: [{ at: '.works-without-script [type=submit]' }],
    gateway: failure,
    shows: '.alert strong'
  })
]

/** Account pages that ask for a proof at once, and their fields. */
const fields = {
  password: '#new-password',
  email: '#email:not([readonly])',
  delete: '#email:not([readonly])'
}
type Form = keyof typeof fields

export const submit: Deed = { at: '.needs-script [type=submit]' }

/** An open form, submitted with this in its field. */
const sent = (
  form: Form,
  state: string,
  { typed, answer, shows }: { typed: string; answer: StagedAnswer; shows: string }
) =>
  accountPreview(`account-${form}-${state}`, form, {
    deeds: [{ at: fields[form], type: typed }, submit],
    answers: [answer],
    shows
  })

/** An open form. */
const open = (form: Form, proof: Stage['proof'] = {}) =>
  accountPreview(`account-${form}-form`, form, { answers: ['waits'], shows: fields[form], proof })

const proof = (state: string, stage: Stage) => accountPreview(`account-proof-${state}`, 'password', stage)
/** A form that has only asked for its proof. */
const asking = (form: Form) => accountPreview(`account-${form}`, form, { shows: '#proof' })

const app = { id: 'app', kind: 'totp', name: 'Phone', hint: null, enrolledAt: null } as const
const [working, notice, alert] = ['form .spinner', '.status .notice', '.alert strong']
const newEmail = 'alex@new.example'
const unusable = problemSaying('email', 'account-email.unusable')
const mismatch = { ...problemSaying('email', 'account-delete.mismatch'), slots: { expected: email } }
const off = problemSaying('setup', 'account-delete.off', 'problem.support.hint')

/** Password, address and deletion: proof, forms and results. */
export const accountFormPreviews: readonly Preview[] = [
  asking('password'),
  asking('email'),
  asking('delete'),
  proof('checking', { proof: { status: submitting }, shows: '.proof [aria-disabled=true]' }),
  proof('wrong-password', { proof: { status: failed('auth/invalid-credential') }, shows: `.proof ${alert}` }),
  proof('other-account', { proof: { status: failed('page/other-account') }, shows: `.proof ${alert}` }),
  proof('code', {
    proof: { screen: { name: 'second-factor', factors: [app], chosen: app, codeSent: false } },
    shows: '.proof #code'
  }),
  accountPreview('account-proof-none', 'email', {
    account: { providers: [], passkeys: [] },
    shows: '#proof'
  }),
  accountPreview('account-changes-lost', 'password', { isLost: true, shows: '.alert button' }),

  open('password', { passwordRules: someRulesMet }),
  sent('password', 'refused', { typed: 'abc', answer: weakPassword.problem, shows: '#new-password-error' }),
  sent('password', 'saving', { typed: 'abc', answer: 'renews', shows: working }),
  sent('password', 'saved', { typed: 'abc', answer: 'done', shows: '.toast .notice' }),

  open('email'),
  sent('email', 'refused', { typed: newEmail, answer: unusable, shows: '#email-error' }),
  sent('email', 'sending', { typed: newEmail, answer: 'waits', shows: working }),
  sent('email', 'sent', { typed: newEmail, answer: 'done', shows: notice }),
  sent('email', 'failed', {
    typed: newEmail,
    answer: problemOf('auth/network-request-failed'),
    shows: alert
  }),

  open('delete'),
  sent('delete', 'refused', { typed: 'alex', answer: mismatch, shows: '#email-error' }),
  sent('delete', 'off', { typed: email, answer: off, shows: alert }),
  sent('delete', 'busy', { typed: email, answer: 'waits', shows: working })
]
