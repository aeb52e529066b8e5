import { ContinueLink } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import type { ScreenProps, View } from './views.ts'

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

export const leavingView: View<'leaving'> = { Body: Leaving, badge: () => 'success' }
