import type { ReactNode } from 'react'
import { usePage } from './page-context.tsx'

interface ButtonProps {
  /** Tells it from the other buttons of the screen; `submit` submits the form around it. */
  name: string
  /** The one button the screen is about. */
  primary?: boolean
  /** Before the text; the sign of work takes its place. */
  icon?: ReactNode
  /** Not for `submit`. */
  onPress?: () => void
  children: ReactNode
}

/**
 * A button which says what the page is doing after it was pressed.
 * While the page is busy it is `aria-disabled`: a disabled one would lose the focus.
 */
export function Button({ name, primary = false, icon, onPress, children }: ButtonProps) {
  const { busyText, working, press } = usePage()
  const busy = busyText !== null
  const works = busy && (working === name || (working === null && primary))
  const submits = name === 'submit'
  const act = () => {
    if (busy) return
    press(name)
    onPress?.()
  }
  return (
    <button
      type={submits ? 'submit' : 'button'}
      className={primary ? 'button' : 'button plain'}
      aria-disabled={busy}
      onClick={submits ? undefined : act}
    >
      {works ? <span className="spinner" /> : icon}
      <span>{works && primary ? busyText : children}</span>
    </button>
  )
}
