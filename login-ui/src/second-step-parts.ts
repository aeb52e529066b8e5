/** What second steps need beside their screens, with two parts that are too small for files of their own. */
export { verifierOf } from './auth/recaptcha.ts'
export { createSecondStep } from './flows/second-step/second-step.ts'
export { createTabs } from './flows/tabs.ts'
