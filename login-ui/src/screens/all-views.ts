import { extras } from '../ui/extras.tsx'
import { furtherViews } from './further-screens.ts'
import { leavingView } from './leaving.tsx'
import { problemView } from './problem.tsx'
import { secondStepViews } from './second-step-screens.tsx'
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
