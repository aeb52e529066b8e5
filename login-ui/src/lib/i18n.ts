import type en from '../../locales/en.json'

/** Texts of the gateway's other pages, in the same files. They never reach this page. */
export type GatewayMessageKey = Extract<keyof typeof en, `gateway.${string}`>

/** Every text of the page has one flat key in `locales/en.json`. */
export type MessageKey = Exclude<keyof typeof en, GatewayMessageKey>

/** One language: key -> text with `{name}` slots. */
export type Texts = Readonly<Record<MessageKey, string>>

/** The text of a key in the page's language, with its slots filled. */
export type Text = (key: MessageKey, slots?: Readonly<Record<string, string>>) => string

const slotPattern = /\{(\w+)\}/g

/**
 * Fills the `{name}` slots of `template`. A slot without a value stays visible. Values are not escaped: render as text only.
 */
export function fill(template: string, slots: Readonly<Record<string, string>> = {}): string {
  return template.replace(slotPattern, (slot, name: string) =>
    Object.hasOwn(slots, name) ? String(slots[name]) : slot
  )
}

/** Splits `template` at its slots: even elements are texts, odd ones slot names. */
export function splitAtSlots(template: string): readonly string[] {
  return template.split(slotPattern)
}

/** One after the other; a full-width stop needs no space after it. */
export const sentences = (...those: string[]) => those.join(' ').replaceAll('。 ', '。')

/** Returns the lookup in `texts`. A missing text yields the key. */
export function textsIn(texts: Texts): Text {
  return (key, slots) => fill(texts[key] ?? key, slots)
}

const longestWaitMs = 10_000

/** All texts of a page: those in its HTML and those loaded later. Rejects if loading fails. */
export async function loadTexts(
  { texts, laterTexts }: { texts: Texts; laterTexts: string | null },
  get: typeof fetch
): Promise<Texts> {
  if (laterTexts === null) return texts
  const answer = await get(laterTexts, { signal: AbortSignal.timeout(longestWaitMs) })
  if (!answer.ok) throw new TypeError(laterTexts)
  const later: Texts = await answer.json()
  return { ...later, ...texts }
}
