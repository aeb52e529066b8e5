import type { AriaAttributes, ReactNode } from 'react'
import { usePage } from './page-context.tsx'

/** `aria-label`: default: the visible text. */
interface ButtonProps extends Pick<AriaAttributes, 'aria-label' | 'aria-describedby'> {
  /** Unique on the screen; `submit` submits the surrounding form. */
  name: string
  /** The main button of the screen. */
  primary?: boolean
  /** Before the text; replaced by a spinner while busy. */
  icon?: ReactNode
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
  const { name, primary = false, icon, waits = false, onPress, children, ...aria } = props
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
      onClick={submits ? undefined : act}
      {...aria}
    >
      {works ? <span className="spinner" /> : icon}
      <span>{works && primary ? busyText : children}</span>
    </button>
  )
}
