import type en from '../../locales/en.json'

/** The texts of the gateway's other pages, in the same files. They never reach this page. */
export type GatewayMessageKey = Extract<keyof typeof en, `gateway.${string}`>

/** Every text of the page has one flat key in `locales/en.json`. */
export type MessageKey = Exclude<keyof typeof en, GatewayMessageKey>

/** One language: key -> text with `{name}` slots. */
export type Texts = Readonly<Record<MessageKey, string>>

/** Gives the text of a key in the page's language, its slots filled. */
export type Text = (key: MessageKey, slots?: Readonly<Record<string, string>>) => string

const slotPattern = /\{(\w+)\}/g

/**
 * Gives `template` with its `{name}` slots filled from `slots`.
 * A slot without a value stays as written, so that it is seen. Values are not escaped: render them as text only.
 */
export function fill(template: string, slots: Readonly<Record<string, string>> = {}): string {
  return template.replace(slotPattern, (slot, name: string) =>
    Object.hasOwn(slots, name) ? String(slots[name]) : slot
  )
}

/** Gives the texts and slot names of `template` in their order: even places are texts, odd ones are names. */
export function splitAtSlots(template: string): readonly string[] {
  return template.split(slotPattern)
}

/** Gives the function that looks texts up in `texts`. A key without a text gives the key. */
export function textsIn(texts: Texts): Text {
  return (key, slots) => fill(texts[key] ?? key, slots)
}
