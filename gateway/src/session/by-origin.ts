import { LRUCache } from 'lru-cache'
import { createHandOverTest, type HandOverConfig } from '../config/hand-over.ts'

/** Patterns such as `*.example.org` have as many origins as somebody likes to ask for. */
const MAX_ORIGINS = 1000

/**
 * Gives what belongs to an origin: the same thing for all origins that share the session cookie of the sign-in origin, one for each
 * that has its own. What was used least recently is made anew when there are too many. `make`: gets null for the shared one.
 */
export function createByOrigin<Value extends object>(
  config: HandOverConfig,
  make: (origin: string | null) => Value
): (origin: string) => Value {
  const publicOrigin = new URL(config.publicUrl).origin
  const isHandOver = createHandOverTest(config)
  const shared = make(null)
  const known = new LRUCache<string, Value>({ max: MAX_ORIGINS })
  return (origin) => {
    if (origin === publicOrigin) return shared
    const kept = known.get(origin)
    if (kept !== undefined) return kept
    const value = isHandOver(new URL(origin).hostname) ? make(origin) : shared
    known.set(origin, value)
    return value
  }
}
