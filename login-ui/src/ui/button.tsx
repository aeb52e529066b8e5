import type { ReactNode } from 'react'
import { usePage } from './page-context.tsx'

interface ButtonProps {
  /** Unique on the screen; `submit` submits the surrounding form. */
  name: string
  /** The main button of the screen. */
  primary?: boolean
  /** Before the text; replaced by a spinner while busy. */
  icon?: ReactNode
  /** For screen readers; default: the visible text. */
  label?: string | undefined
  /** Cannot be pressed yet. */
  waits?: boolean
  /** Not for `submit`. */
  onPress?: () => void
  children: ReactNode
}

/**
 * A button that shows the page's activity after a press. While busy it is `aria-disabled`, because `disabled`
 * would lose the focus.
 */
export function Button(props: ButtonProps) {
  const { name, primary = false, icon, label, waits = false, onPress, children } = props
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
