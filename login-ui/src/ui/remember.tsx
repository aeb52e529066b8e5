import { useEffect, useRef } from 'react'
import { usePage } from './page-context.tsx'

/**
 * Asks, where that is configured, whether the browser shall keep the session when it is closed. One choice for all ways to sign in;
 * uncontrolled, so that it survives hydration.
 */
export function Remember() {
  const { config, text, remember, chooseToRemember } = usePage()
  const input = useRef<HTMLInputElement>(null)
  // Ticked before the script could listen.
  useEffect(() => {
    if (input.current?.checked && !remember) chooseToRemember(true)
  }, [chooseToRemember, remember])
  if (!config.remember) return null
  return (
    <label className="check" htmlFor="remember">
      <input
        type="checkbox"
        id="remember"
        name="remember"
        defaultChecked={remember}
        onChange={({ currentTarget }) => chooseToRemember(currentTarget.checked)}
        ref={input}
      />
      {text('field.remember')}
    </label>
  )
}
