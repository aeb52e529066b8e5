import { ProblemDetails } from '../ui/alert.tsx'
import { ContinueLink, Link } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import type { ScreenProps, View } from './views.ts'

/** A problem without a form, whose title is the page's heading. A signed-in visitor may try to continue. */
function ProblemScreen({ screen: { problem } }: ScreenProps<'problem'>) {
  const { text } = usePage()
  const goesOn = problem.kind === 'loop'
  return (
    <>
      <ProblemDetails of={problem} />
      {goesOn && <ContinueLink className="button">{text('page.continue')}</ContinueLink>}
      <Link to="sign-in" className={goesOn ? 'button plain' : 'button'}>
        {text('page.back')}
      </Link>
      {/* biome-ignore lint/a11y/useValidAnchor: the empty address loads the page again as it was asked for, without a script too */}
      <a className="button plain" href="">
        {text('problem.reload')}
      </a>
    </>
  )
}

export const problemView: View<'problem'> = {
  Body: ProblemScreen,
  heading: ({ problem }, text) => text(problem.title, problem.slots),
  badge: () => 'warning'
}
