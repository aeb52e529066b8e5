import { Fragment, type ReactNode } from 'react'
import { type MessageKey, splitAtSlots } from '../lib/i18n.ts'
import { usePage } from './page-context.tsx'

/** A text with elements in its slots. */
export function Words({ of, slots }: { of: MessageKey; slots: Readonly<Record<string, ReactNode>> }) {
  const parts = splitAtSlots(usePage().config.texts[of] ?? of)
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their places
    <Fragment key={place}>{place % 2 === 0 ? part : (slots[part] ?? `{${part}}`)}</Fragment>
  ))
}
