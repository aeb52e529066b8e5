/** What second steps need besides their screens, including reCAPTCHA, which is too small for a file of its own. */
export { verifierOf } from './auth/recaptcha.ts'
export { createSecondStep } from './flows/second-step/second-step.ts'
