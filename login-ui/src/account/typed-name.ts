import type { TabStorage } from '../lib/tab-storage.ts'

const KEY = 'gatehouse:typed-name'
/** Whoever is back later than this begins anew. */
const lifeMs = 600_000

/** Whose name it is, and the page that it was typed on. */
export interface NamePlace {
  uid: string
  path: string
}

/** Keeps a name that was typed and not saved, while its owner signs in again in this tab. */
export function keepTypedName(storage: TabStorage, place: NamePlace, name: string, nowMs: number): void {
  storage.write(KEY, { ...place, name, typedAtMs: nowMs })
}

/** Gives the name and removes it; null when there is none of the last ten minutes, or it is of another account or page. */
export function takeTypedName(storage: TabStorage, { uid, path }: NamePlace, nowMs: number): string | null {
  const kept: Record<string, unknown> = Object.assign({}, storage.read(KEY))
  storage.remove(KEY)
  if (kept.uid !== uid || kept.path !== path || typeof kept.name !== 'string') return null
  if (typeof kept.typedAtMs !== 'number' || Math.abs(nowMs - kept.typedAtMs) > lifeMs) return null
  return kept.name
}
