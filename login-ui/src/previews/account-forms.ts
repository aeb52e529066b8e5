import type { AccountPageConfig } from '../account/contract.ts'
import { problemOf } from '../auth/errors.ts'
import { accountPreview } from './account-page.ts'
import {
  type Deed,
  email,
  failed,
  type Preview,
  problemSaying,
  type Stage,
  someRulesMet,
  submitting,
  weakPassword
} from './preview.ts'

/** Account pages that ask for a proof at once, by field name. */
type Form = 'password' | 'email' | 'delete'

const fields = {
  password: '#new-password',
  email: '#email:not([readonly])',
  delete: '#email:not([readonly])'
}
const newEmail = 'alex@new.example'

const submit: Deed = { at: 'form.needs-script [type=submit]' }

/** An open form, submitted with this in its field. */
const sent = (form: Form, typed: string, stage: Pick<Stage, 'answers' | 'shows' | 'proof'>, name: string) =>
  accountPreview(name, form, { deeds: [{ at: fields[form], type: typed }, submit], ...stage })

/** An open form. */
const open = (form: Form, proof: Stage['proof'] = {}) =>
  accountPreview(`account-${form}-form`, form, { answers: ['waits'], shows: fields[form], proof })

const proof = (name: string, stage: Stage, page: AccountPageConfig['page'] = 'password') =>
  accountPreview(name, page, stage)

const app = { id: 'app', kind: 'totp', name: 'Phone', hint: null, enrolledAt: null } as const

/** Password, address and deletion: proof, forms and results. */
export const accountFormPreviews: readonly Preview[] = [
  proof('account-password', { shows: '#proof' }),
  proof('account-email', { shows: '#proof' }, 'email'),
  proof('account-delete', { shows: '#proof' }, 'delete'),
  proof('account-proof-checking', { proof: { status: submitting }, shows: '.proof [aria-disabled=true]' }),
  proof('account-proof-wrong-password', {
    proof: { status: failed('auth/invalid-credential') },
    shows: '.proof .alert strong'
  }),
  proof('account-proof-other-account', {
    proof: { status: failed('page/other-account') },
    shows: '.proof .alert strong'
  }),
  proof('account-proof-code', {
    proof: { screen: { name: 'second-factor', factors: [app], chosen: app, codeSent: false } },
    shows: '.proof #code'
  }),
  accountPreview('account-proof-none', 'email', {
    account: { providers: [], passkeys: [] },
    shows: '#proof'
  }),
  accountPreview('account-changes-lost', 'password', { isLost: true, shows: '.alert button' }),

  open('password', { passwordRules: someRulesMet }),
  sent(
    'password',
    'abc',
    { answers: [weakPassword.problem], shows: '#new-password-error' },
    'account-password-refused'
  ),
  sent('password', 'abc', { answers: ['renews'], shows: 'form .spinner' }, 'account-password-saving'),
  sent('password', 'abc', { answers: ['done'], shows: '.status .notice' }, 'account-password-saved'),

  open('email'),
  sent(
    'email',
    newEmail,
    { answers: [problemSaying('email', 'account-email.unusable')], shows: '#email-error' },
    'account-email-refused'
  ),
  sent('email', newEmail, { answers: ['waits'], shows: 'form .spinner' }, 'account-email-sending'),
  sent('email', newEmail, { answers: ['done'], shows: '.status .notice' }, 'account-email-sent'),
  sent(
    'email',
    newEmail,
    { answers: [problemOf('auth/network-request-failed')], shows: '.alert strong' },
    'account-email-failed'
  ),

  open('delete'),
  sent(
    'delete',
    'alex',
    { answers: [problemSaying('email', 'account-delete.mismatch')], shows: '#email-error' },
    'account-delete-refused'
  ),
  sent(
    'delete',
    email,
    {
      answers: [problemSaying('setup', 'account-delete.off', 'account-delete.off-hint')],
      shows: '.alert strong'
    },
    'account-delete-off'
  ),
  sent('delete', email, { answers: ['waits'], shows: 'form .spinner' }, 'account-delete-busy')
]
