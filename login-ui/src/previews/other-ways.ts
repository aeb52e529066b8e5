import type { Factor } from '../account/contract.ts'
import type { Screen } from '../machine.ts'
import type { PageConfig } from '../page-config.ts'
import {
  email,
  failed,
  noMethods,
  type Preview,
  preview,
  signIn,
  submitting,
  usualMethods
} from './preview.ts'

const byPhone: Partial<PageConfig> = { methods: { ...usualMethods, phone: true } }
const phoneOnly: Partial<PageConfig> = { providers: [], methods: { ...noMethods, phone: true } }

const phone: Screen = { name: 'phone', number: '', codes: 0 }
const phoneCode: Screen = { name: 'phone', number: '+15555550100', codes: 1 }

/** Sign-in by phone. */
export const phonePreviews: readonly Preview[] = [
  preview('sign-in-phone', signIn, { patch: byPhone }),
  preview('sign-in-phone-only', signIn, { patch: phoneOnly }),
  preview('phone', phone, { patch: byPhone }),
  preview('phone-malformed', phone, { patch: byPhone, status: failed('page/phone-malformed') }),
  preview('phone-code', phoneCode, { patch: byPhone }),
  preview('phone-wrong-code', phoneCode, { patch: byPhone, status: failed('auth/invalid-verification-code') })
]

/** A page with passkeys beside all usual methods. */
export const withPasskeys: Partial<PageConfig> = { methods: { ...usualMethods, passkey: 'button' } }

const passkey = (state: string, options: Parameters<typeof preview>[2] = {}) =>
  preview(`passkey${state}`, { name: 'passkey' }, { patch: withPasskeys, email, ...options })
const signInByPasskey = (state: string, code?: string) =>
  preview(`sign-in-passkey${state}`, signIn, { patch: withPasskeys, ...(code && { status: failed(code) }) })

/** Passkey sign-in, and the offer to add one. */
export const passkeyPreviews: readonly Preview[] = [
  signInByPasskey(''),
  signInByPasskey('-cancelled', 'passkey/cancelled'),
  signInByPasskey('-unknown', 'passkey/PASSKEY_ENROLLMENT_NOT_FOUND'),
  passkey(''),
  passkey('-exists', { status: failed('passkey/PASSKEY_EXISTS') }),
  passkey('-adding', { status: submitting })
]

const choose = [
  { id: 'north', name: 'Acme North' },
  { id: 'south', name: 'Acme South' },
  { id: 'partners', name: 'Partners' }
]
const many = ['North', 'South', 'East', 'West', 'Zürich', 'Łódź', 'القاهرة', 'Partners'].map((name, at) => ({
  id: `tenant-${at}`,
  name: `Acme ${name}`
}))
const tenants = { tenant: { id: null, choose, byEmailDomain: {} } }

/** Choosing an organization. */
export const organizationPreviews: readonly Preview[] = [
  preview('tenant', { name: 'tenant' }, { patch: tenants }),
  preview('tenant-many', { name: 'tenant' }, { patch: { tenant: { ...tenants.tenant, choose: many } } }),
  preview(
    'tenant-asked',
    { name: 'tenant' },
    { patch: { tenant: { id: null, choose, byEmailDomain: { 'acme.example': 'north' } } } }
  ),
  preview('sign-in-tenant-chosen', signIn, { patch: tenants, tenant: 'north' })
]

const totp: Factor = { id: 'factor-1', kind: 'totp', name: 'Phone', hint: null, enrolledAt: null }
const sms: Factor = { id: 'factor-2', kind: 'sms', name: 'Phone', hint: '+•• ••••• ••34', enrolledAt: null }
const factors = [totp, sms]

const enrolment = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Acme:alex%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme&algorithm=SHA1&digits=6&period=30'
}

const enrolStart: Screen = { name: 'enrol', required: false, enrolment: null }
const enrolCode: Screen = { name: 'enrol', required: true, enrolment }
const bySms: Screen = { name: 'second-factor', factors, chosen: sms, codeSent: true }
const byTotp: Screen = { name: 'second-factor', factors, chosen: totp, codeSent: false }

/** The second step, and its setup. */
export const secondStepPreviews: readonly Preview[] = [
  preview('second-factor-totp', byTotp, { email }),
  preview('second-factor-wrong-code', byTotp, { email, status: failed('auth/invalid-verification-code') }),
  preview('second-factor-sms', { ...bySms, codeSent: false }, { email }),
  preview('second-factor-sms-sent', bySms, { email }),
  preview('second-factor-submitting', byTotp, { email, status: submitting }),

  preview('enrol-optional', enrolStart, { email }),
  preview('enrol-required', { ...enrolStart, required: true }, { email }),
  preview('enrol-code', enrolCode, { email })
]
