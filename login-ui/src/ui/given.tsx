import { Fragment, type ReactNode } from 'react'

/** A name, address or number, isolated from the surrounding text direction. */
export function Given({ children }: { children: string }) {
  return (
    <strong>
      <bdi>{withBreaks(children)}</bdi>
    </strong>
  )
}

/** A text in which long addresses break at their parts only. */
export function withBreaks(text: string): ReactNode {
  return text.split(/(?=[@.]\S{16})/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their places
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
