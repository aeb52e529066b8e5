import type { Factor, Screen } from '../machine.ts'
import { email, everyMethod, failed, type Preview, preview, submitting } from './preview.ts'

const totp: Factor = { id: 'factor-1', kind: 'totp', label: 'Phone' }
const sms: Factor = { id: 'factor-2', kind: 'sms', label: '+•• ••••• ••34' }
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
  preview('enrol-code', enrolCode, { patch: everyMethod, email })
]
