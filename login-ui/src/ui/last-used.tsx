import { usePage } from './page-context.tsx'

/**
 * Marks the last used method on this device; a press forgets it. Overlaps the edge of the button without taking space, because
 * only the browser knows whether it exists. `way`: a provider id, `link` or `phone`. `name`: its display name.
 */
export function LastUsed({ way, name }: { way: string; name: string }) {
  const { lastUsed, text, act } = usePage()
  if (lastUsed !== way) return null
  return (
    <button
      type="button"
      className="last-used"
      aria-label={text('last-used.forget', { way: name })}
      onClick={() => act('forgetLastUsed')}
    >
      {text('last-used.mark')}
      <svg width="12" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M5 5l14 14M19 5L5 19" strokeWidth="3" />
      </svg>
    </button>
  )
}
