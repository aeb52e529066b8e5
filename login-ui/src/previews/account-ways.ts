import type { Factor } from '../account/contract.ts'
import { problemOf } from '../auth/errors.ts'
import { accountPreview, fullAccount, newAccount } from './account-page.ts'
import { withPasskeys } from './other-ways.ts'
import { type Deed, type Preview, problemSaying, type Stage } from './preview.ts'

/** The button of a list row. */
const pressWay = (place: number): Deed => ({
  at: `.ways-list > :nth-child(${place}) button[aria-disabled=false]`
})
const confirm: Deed = { at: '.question .button' }
const submit: Deed = { at: 'form.needs-script [type=submit]' }

const ready = { shows: 'main button[aria-disabled=false]' }
const busy = { answers: ['waits'], shows: 'main .spinner' } as const
const refused = { shows: '.alert strong' }

/** The rows below the second factors: an app, then a number. */
const addApp: Deed = pressWay(3)
const addPhone: Deed = pressWay(4)
const typeNumber: Deed = { at: '#phone', type: '+1 555 010 0199' }
const typeCode: Deed = { at: '#code', type: '123456' }
const newApp: Factor = { id: 'new', kind: 'totp', name: 'Tablet', hint: null, enrolledAt: null }
const wrongCode = problemOf('auth/invalid-verification-code')

const factors = (name: string, stage: Stage) => accountPreview(name, 'second-step', stage)
const phone = { account: { ...newAccount, emailVerified: true } }

/** Providers, second steps and passkeys: lists, additions and results. */
export const accountWayPreviews: readonly Preview[] = [
  accountPreview('account-providers', 'providers', ready),
  accountPreview('account-providers-proof', 'providers', { deeds: [pressWay(2)], shows: '#proof' }),
  accountPreview('account-providers-asking', 'providers', { deeds: [pressWay(1)], shows: '.question' }),
  accountPreview('account-providers-connecting', 'providers', { deeds: [pressWay(2)], ...busy }),
  accountPreview('account-providers-connected', 'providers', {
    deeds: [pressWay(2)],
    answers: ['done'],
    shows: '.ways-list > :nth-child(2):has(.muted)',
    becomes: { providers: [...fullAccount.providers, { id: 'microsoft.com', email: 'alex@outlook.example' }] }
  }),
  accountPreview('account-providers-blocked', 'providers', {
    deeds: [pressWay(2)],
    answers: [problemOf('page/window-blocked')],
    ...refused
  }),
  accountPreview('account-providers-last', 'providers', {
    account: { email: null, providers: [{ id: 'google.com', email: 'alex@gmail.com' }], passkeys: [] },
    deeds: [pressWay(2)],
    answers: [problemSaying('account', 'account-ways.last', 'account-ways.last-hint')],
    ...refused
  }),

  factors('account-second-step', ready),
  accountPreview('account-second-step-empty', 'second-step', { ...phone, ...ready }),
  accountPreview('account-second-step-unverified', 'second-step', {
    account: newAccount,
    shows: 'main button'
  }),
  factors('account-second-step-asking', { deeds: [pressWay(1)], shows: '.question' }),
  factors('account-second-step-removing', { deeds: [pressWay(1), confirm], ...busy }),
  factors('account-second-step-removed', {
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
    shows: '.status:has(.notice) ~ .ways-list:has(> :nth-child(5))'
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

  accountPreview('account-passkeys', 'passkeys', { shows: '#label' }),
  accountPreview('account-passkeys-empty', 'passkeys', { account: { passkeys: [] }, shows: '#label' }),
  accountPreview('account-passkeys-adding', 'passkeys', { deeds: [submit], ...busy }),
  accountPreview('account-passkeys-added', 'passkeys', {
    deeds: [submit],
    answers: ['done'],
    becomes: { passkeys: [...fullAccount.passkeys, { id: 'phone', name: 'Alex’s phone' }] },
    shows: '.status:has(.notice) ~ .ways-list:has(> :nth-child(3))'
  }),
  accountPreview('account-passkeys-asking', 'passkeys', { deeds: [pressWay(1)], shows: '.question' }),
  accountPreview('account-passkeys-removed', 'passkeys', {
    deeds: [pressWay(1), confirm],
    answers: ['done'],
    becomes: { passkeys: fullAccount.passkeys.slice(1) },
    shows: '.status:has(.notice) ~ .ways-list:not(:has(> :nth-child(2)))'
  }),
  accountPreview('account-passkeys-cancelled', 'passkeys', {
    deeds: [submit],
    answers: [problemOf('passkey/not-added')],
    ...refused
  }),
  accountPreview('account-passkeys-last', 'passkeys', {
    account: { email: null, providers: [], passkeys: [{ id: 'laptop', name: 'Alex’s laptop' }] },
    patch: { ...withPasskeys, providers: [] },
    shows: '#label'
  })
]
