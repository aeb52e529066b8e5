import { Enrol } from './enrol.tsx'
import { Phone } from './phone.tsx'
import { SecondFactor } from './second-factor.tsx'

// The account page has these too, and takes them from this file: alone they would be too small for one.
export { asciiDigits, CodeField, digitsOf } from '../ui/code-field.tsx'
export { Secret } from './authenticator-secret.tsx'
export { NextCode, PhoneField, SentTo } from './phone-parts.tsx'

/** The screens that ask for a code, in one file: they share most of their code. */
export const secondStepViews = {
  'second-factor': { Body: SecondFactor },
  enrol: { Body: Enrol },
  phone: { Body: Phone }
}
