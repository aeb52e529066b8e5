import en from '../../locales/en.json' with { type: 'json' }

/** Every text of the page has one flat key in `locales/en.json`. */
export type MessageKey = keyof typeof en

/**
 * Gives the text of `key` with its `{name}` slots filled from `slots`.
 * A slot without a value stays as written, so that it is seen. Values are not escaped: render them as text only.
 */
export function text(key: MessageKey, slots: Readonly<Record<string, string>> = {}): string {
  return en[key].replace(/\{(\w+)\}/g, (slot, name: string) =>
    Object.hasOwn(slots, name) ? String(slots[name]) : slot
  )
}
