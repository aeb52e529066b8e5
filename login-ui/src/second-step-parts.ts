/** What second steps need besides their screens, including two parts too small for their own files. */
export { verifierOf } from './auth/recaptcha.ts'
export { createSecondStep } from './flows/second-step/second-step.ts'
export { createTabs } from './flows/tabs.ts'
