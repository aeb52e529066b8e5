import type { ReactNode } from 'react'
import { usePage } from './page-context.tsx'

interface ButtonProps {
  /** Unique on the screen; `submit` submits the form around it. */
  name: string
  /** The main button of the screen. */
  primary?: boolean
  /** Before the text; a spinner takes its place while the page is busy. */
  icon?: ReactNode
  /** For screen readers; the words that are shown when left out. */
  label?: string | undefined
  /** It cannot be pressed yet. */
  waits?: boolean
  /** Not for `submit`. */
  onPress?: () => void
  children: ReactNode
}

/**
 * A button which says what the page is doing after it was pressed.
 * While the page is busy it is `aria-disabled`: a disabled one would lose the focus.
 */
export function Button({
  name,
  primary = false,
  icon,
  label,
  waits = false,
  onPress,
  children
}: ButtonProps) {
  const { busyText, working, press } = usePage()
  const busy = busyText !== null
  const works = busy && (working === name || (working === null && primary))
  const submits = name === 'submit'
  const act = () => {
    if (busy || waits) return
    press(name)
    onPress?.()
  }
  return (
    <button
      type={submits ? 'submit' : 'button'}
      className={primary ? 'button' : 'button plain'}
      aria-disabled={busy || waits}
      aria-label={label}
      onClick={submits ? undefined : act}
    >
      {works ? <span className="spinner" /> : icon}
      <span>{works && primary ? busyText : children}</span>
    </button>
  )
}
