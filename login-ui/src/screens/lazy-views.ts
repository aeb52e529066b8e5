import type { Screen } from '../machine.ts'
import { leavingView, problemView, signInView } from './first-screens.tsx'
import { buildViewSource, type ViewSource, type Views } from './views.ts'

const further = () => import('./further-screens.ts').then((chunk) => chunk.views)
const secondStep = () => import('./second-step-screens.tsx').then((chunk) => chunk.views)

const ofSecondStep: readonly Screen['name'][] = ['phone', 'second-factor', 'enrol']

/** Views in a browser: sign-in at once, the others on demand. `own`: replacements. */
export function lazyViews(own: Partial<Views> = {}): ViewSource {
  return buildViewSource({
    present: { 'sign-in': signInView, leaving: leavingView, problem: problemView, ...own },
    extras: () => import('../ui/extras.tsx').then((chunk) => chunk.startExtras()),
    load: (name) => (ofSecondStep.includes(name) ? secondStep() : further())
  })
}
