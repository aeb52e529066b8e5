import { Enrol } from './enrol.tsx'
import { Phone } from './phone.tsx'
import { SecondFactor } from './second-factor.tsx'

/** The screens that ask for a code, in one file: they share most of their code. */
export const secondStepViews = {
  'second-factor': { Body: SecondFactor },
  enrol: { Body: Enrol },
  phone: { Body: Phone }
}
