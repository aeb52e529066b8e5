import type { PageConfig } from '../page-config.ts'
import type { Texts } from './i18n.ts'

const longestWaitMs = 10_000

/** All texts of a page: those in its HTML and those loaded later. Rejects if loading fails. */
export async function loadTexts(
  { texts, laterTexts }: Pick<PageConfig, 'texts' | 'laterTexts'>,
  get: typeof fetch
): Promise<Texts> {
  if (laterTexts === null) return texts
  const answer = await get(laterTexts, { signal: AbortSignal.timeout(longestWaitMs) })
  if (!answer.ok) throw new TypeError(laterTexts)
  const later: Texts = await answer.json()
  return { ...later, ...texts }
}
