import { extras } from '../ui/extras.tsx'
import { views as furtherViews } from './further-screens.ts'
import { leavingView } from './leaving.tsx'
import { problemView } from './problem.tsx'
import { views as secondStepViews } from './second-step-screens.tsx'
import { signInView } from './sign-in.tsx'
import { buildViewSource, type Views } from './views.ts'

const views: Views = {
  ...furtherViews,
  ...secondStepViews,
  leaving: leavingView,
  problem: problemView,
  'sign-in': signInView
}

/** All views, for server rendering. */
export const allViews = buildViewSource({ present: views, extras })
