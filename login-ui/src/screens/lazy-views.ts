import { leavingView } from './leaving.tsx'
import { problemView } from './problem.tsx'
import { signInView } from './sign-in.tsx'
import { buildViewSource, type ViewSource } from './views.ts'

const account = () => import('./account-screens.tsx').then((chunk) => chunk.accountViews)
const mail = () => import('./mail-screens.tsx').then((chunk) => chunk.mailViews)
const action = () => import('./action.tsx').then((chunk) => ({ action: chunk.actionView }))
const secondStep = () => import('./second-step-file.ts').then((chunk) => chunk.loadSecondStepViews())

/** Gives the views of a browser: sign-in at once, the others when they are needed. */
export function lazyViews(): ViewSource {
  return buildViewSource({
    present: { 'sign-in': signInView, leaving: leavingView, problem: problemView },
    extras: () => import('../ui/extras.tsx').then((chunk) => chunk.extras),
    loaders: {
      'sign-up': account,
      tenant: account,
      account,
      'signed-out': account,
      'other-method': account,
      connect: account,
      forgot: mail,
      link: mail,
      sent: mail,
      verify: mail,
      action,
      phone: secondStep,
      'second-factor': secondStep,
      enrol: secondStep
    }
  })
}
