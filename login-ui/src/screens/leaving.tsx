import { ContinueLink } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import type { ScreenProps } from './views.ts'

/** Signed in, and the browser is on its way; when it takes long, a link opens the page by hand. */
function Leaving({ screen }: ScreenProps<'leaving'>) {
  const { text } = usePage()
  return (
    <>
      <p>{text(screen.slow ? 'leaving.slow' : 'busy.opening')}</p>
      <ContinueLink className="button">{text('page.continue')}</ContinueLink>
    </>
  )
}

export const leavingView = { Body: Leaving }
