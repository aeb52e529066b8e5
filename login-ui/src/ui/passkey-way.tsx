import { Button } from './button.tsx'
import { LastUsed } from './last-used.tsx'
import { usePage } from './page-context.tsx'

/** The button for a passkey. Its place is kept until the script knows whether the browser has passkeys: nothing moves, and without scripts there is no button. */
export function PasskeyWay() {
  const { config, text, act, passkeys } = usePage()
  const { password, emailLink } = config.methods
  if (passkeys === false) return null
  const prepare = () => act('preparePasskey')
  const words = text('sign-in.passkey')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looks ahead, the button does the same
    <div
      className={passkeys === undefined ? 'way unseen' : 'way'}
      onPointerEnter={prepare}
      onTouchStart={prepare}
      onFocus={prepare}
    >
      <Button
        name="passkey"
        primary={!password && !emailLink && config.providers.length === 0}
        onPress={() => act('signInWithPasskey')}
      >
        {words}
      </Button>
      <LastUsed way="passkey" name={words} />
    </div>
  )
}
