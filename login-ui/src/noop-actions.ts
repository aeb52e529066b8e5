import type { Actions } from './flows/actions.ts'

const nothing = () => {}

/** Actions that do nothing: for rendering ahead, for previews, and until the flows are there. */
export const idleActions: Actions = {
  warmUp: nothing,
  signInWithPassword: nothing,
  signUp: nothing,
  requestReset: nothing,
  requestLink: nothing,
  signInWith: nothing,
  cancel: nothing,
  chooseTenant: nothing,
  sendVerification: nothing,
  checkVerification: nothing,
  chooseFactor: nothing,
  sendFactorCode: nothing,
  answerFactor: nothing,
  startEnrolment: nothing,
  finishEnrolment: nothing,
  skipEnrolment: nothing,
  connect: nothing,
  applyAction: nothing,
  proceed: nothing,
  go: nothing,
  startOver: nothing,
  signInAs: nothing
}
