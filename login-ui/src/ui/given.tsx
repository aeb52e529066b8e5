import { Fragment, type ReactNode } from 'react'

/** A name, address or number, isolated from the surrounding text direction. */
export function Given({ children }: { children: string }) {
  return (
    <strong>
      <bdi>{withBreaks(children, /(?=[@.]\S{16})/)}</bdi>
    </strong>
  )
}

/** A text that may break at its parts. */
export function withBreaks(text: string, parts: RegExp): ReactNode {
  return text.split(parts).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their places
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
