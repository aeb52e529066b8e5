import { Button } from './button.tsx'
import { LastUsed } from './last-used.tsx'
import { usePage } from './page-context.tsx'

/** The way to the form for a phone number: a link below another form, else a button. */
export function PhoneWay({ isLink }: { isLink: boolean }) {
  const { config, text, act } = usePage()
  const words = text('sign-in.phone')
  const ask = () => act('askForPhone')
  return (
    <div className={isLink ? 'ways' : 'way'}>
      {isLink ? (
        <button type="button" className="link" onClick={ask}>
          {words}
        </button>
      ) : (
        <Button name="phone" primary={config.providers.length === 0} onPress={ask}>
          {words}
        </Button>
      )}
      <LastUsed way="phone" name={words} />
    </div>
  )
}
