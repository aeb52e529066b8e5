import { Button } from '../ui/button.tsx'
import { usePage } from '../ui/page-context.tsx'
import { Words } from '../ui/words.tsx'
import type { ScreenProps, View } from './views.ts'

/** A blocking function of the project refused the sign-in. Its reason is text of unknown direction. */
function Refused({ screen: { message } }: ScreenProps<'refused'>) {
  const { config, text, act } = usePage()
  const { contact } = config.links
  const help = text('problem.disabled.hint')
  return (
    <>
      <p>{text('refused.text')}</p>
      {message !== '' && (
        <p>
          <Words of="refused.said" slots={{ message: <bdi>{message}</bdi> }} />
        </p>
      )}
      {contact === null ? (
        <p>{help}</p>
      ) : (
        <p className="ways">
          <a href={contact}>{help}</a>
        </p>
      )}
      <Button name="other-account" primary onPress={() => act('startOver')}>
        {text('page.other-account')}
      </Button>
    </>
  )
}

export const refusedView: View<'refused'> = {
  Body: Refused,
  badge: () => 'warning'
}
