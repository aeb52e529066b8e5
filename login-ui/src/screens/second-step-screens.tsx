import { Enrol } from './enrol.tsx'
import { Phone } from './phone.tsx'
import { SecondFactor } from './second-factor.tsx'
import type { Views } from './views.ts'

// The account page has these too, and takes them from this file: alone they would be too small for one.
export { asciiDigits, CodeField, digitsOf } from '../ui/code-field.tsx'
export { Secret } from './authenticator-secret.tsx'
export { NextCode, PhoneField, SentTo } from './phone-parts.tsx'

/** The screens that ask for a code, in one file: they share most of their code. */
export const secondStepViews = {
  'second-factor': {
    Body: SecondFactor,
    step: ({ chosen, codeSent }) => `${chosen.id} ${codeSent}`,
    badge: () => 'lock'
  },
  enrol: {
    Body: Enrol,
    step: ({ enrolment }) => (enrolment === null ? 'start' : 'code'),
    badge: ({ enrolment }) => (enrolment === null ? 'lock' : null)
  },
  phone: {
    Body: Phone,
    step: ({ codes }) => String(codes),
    busy: ({ codes }) => (codes > 0 ? 'busy.checking' : 'busy.sending'),
    badge: ({ codes }) => (codes > 0 ? 'lock' : null)
  }
} satisfies Partial<Views>
