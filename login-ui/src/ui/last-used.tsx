import { usePage } from './page-context.tsx'

/**
 * Marks the way that was used last on this device; a press forgets it. It lies over the edge of what it marks and takes no room,
 * because only the browser knows whether it is there. `way`: id of a provider, `link` or `phone`. `name`: what visitors know it by.
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
      <svg
        width="12"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
        focusable="false"
      >
        <path d="M5 5l14 14M19 5L5 19" strokeWidth="3" />
      </svg>
    </button>
  )
}
