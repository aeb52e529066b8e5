import type { Screen } from '../machine.ts'
import { ProblemDetails } from '../ui/alert.tsx'
import { ContinueLink, Link } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import { PasswordForm } from '../ui/password-field.tsx'
import { buildViewSource, type ScreenProps, type ViewSource, type Views } from './views.ts'

/** All configured sign-in methods: providers, then email address and password, then links. */
function SignIn() {
  const { config, text, extras, isKnown, step } = usePage()
  const { methods } = config
  return (
    <>
      {extras && step !== 'password' && <extras.WaysAbove />}
      {methods.password && <PasswordForm />}
      {extras && methods.emailLink && !methods.password && <extras.LinkForm submit={text('sign-in.link')} />}
      {extras && <extras.WaysBelow />}
      {methods.signup && !isKnown && (
        <p className="ways said">
          {text('sign-in.new-here')} <Link to="sign-up">{text('sign-in.sign-up')}</Link>
        </p>
      )}
    </>
  )
}

/** A problem without a form, whose title is the page's heading. A signed-in visitor may try to continue. */
function ProblemScreen({ screen: { problem } }: ScreenProps<'problem'>) {
  const { text } = usePage()
  const continues = problem.kind === 'loop'
  return (
    <>
      <ProblemDetails of={problem} />
      {continues && <ContinueLink className="button">{text('page.continue')}</ContinueLink>}
      <Link to="sign-in" className={continues ? 'button plain' : 'button'}>
        {text('page.back')}
      </Link>
      {/* biome-ignore lint/a11y/useValidAnchor: the empty address loads the page again as it was asked for, without a script too */}
      <a className="button plain" href="">
        {text('problem.reload')}
      </a>
    </>
  )
}

/** Signed in; the browser loads the redirect target. Offers a link if that takes long. */
function Leaving({ screen }: ScreenProps<'leaving'>) {
  const { text } = usePage()
  return (
    <>
      <p>{text(screen.slow ? 'leaving.slow' : 'busy.opening')}</p>
      <ContinueLink className="button">{text('page.continue')}</ContinueLink>
    </>
  )
}

/** The views of most visits. */
export const firstViews = {
  'sign-in': {
    Body: SignIn,
    heading: ({ step }, text) => step && text('password-step.heading'),
    step: ({ step = '' }) => step,
    // Without a password, the form requests a link.
    busy: (_, { methods }) => (methods.password || !methods.emailLink ? 'sign-in.submitting' : 'busy.sending')
  },
  problem: {
    Body: ProblemScreen,
    heading: ({ problem }, text) => text(problem.title, problem.slots),
    badge: () => 'warning'
  },
  leaving: { Body: Leaving, badge: () => 'success' }
} satisfies Partial<Views>

const further = () => import('./further-screens.ts').then((chunk) => chunk.views)
const secondStep = () => import('./second-step-file.ts').then((chunk) => chunk.views)

const ofSecondStep: readonly Screen['name'][] = ['phone', 'second-factor', 'enrol']

/** Views in a browser: sign-in at once, the others on demand. `own`: replacements. */
export function lazyViews(own: Partial<Views> = {}): ViewSource {
  return buildViewSource({
    present: { ...firstViews, ...own },
    extras: () => import('../ui/extras.tsx').then((chunk) => chunk.startExtras()),
    load: (name) => (ofSecondStep.includes(name) ? secondStep() : further())
  })
}
