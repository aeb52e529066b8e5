import { Enrol } from './enrol.tsx'
import { SecondFactor } from './second-factor.tsx'

/** The second step and its setup, in one file: they share most of their code. */
export const secondStepViews = { 'second-factor': { Body: SecondFactor }, enrol: { Body: Enrol } }
