import { extras } from '../ui/extras.tsx'
import { accountViews } from './account-screens.tsx'
import { actionView } from './action.tsx'
import { leavingView } from './leaving.tsx'
import { mailViews } from './mail-screens.tsx'
import { problemView } from './problem.tsx'
import { secondStepViews } from './second-step-screens.tsx'
import { signInView } from './sign-in.tsx'
import { buildViewSource, type Views } from './views.ts'

const views: Views = {
  ...accountViews,
  ...mailViews,
  ...secondStepViews,
  action: actionView,
  leaving: leavingView,
  problem: problemView,
  'sign-in': signInView
}

/** Every view, for rendering ahead. */
export const allViews = buildViewSource({ present: views, extras })
