import type { Looks } from '../../config/appearance/looks.ts'

/** Behind the card. Longhands: the colour below is that of the page, which differs on phones. */
const PICTURE = `
html {
  background-image: var(--background);
  background-position: center;
  background-size: cover;
  background-repeat: no-repeat;
  background-attachment: fixed;
}
`

/** Everything on one surface, which is that of the card. */
const PLAIN = `
:root { --bg: var(--card) }
.card { border-color: transparent; box-shadow: none }
`

/** The form alone; from 900 px on, a panel with the brand beside it. A picture is loaded only where the panel is. */
const SPLIT = `
@media (min-width: 56.25rem) {
  html { background-color: var(--card) }
  #page { position: relative; grid-template-columns: repeat(2, minmax(0, 1fr)) }
  #page > * { grid-column: 2 }
  #page::before {
    grid-area: 1 / 1 / -1;
    position: sticky;
    inset-block-start: 0;
    justify-self: stretch;
    block-size: 100svh;
    background:
      var(--background, none) center / cover no-repeat,
      radial-gradient(90% 70% at 0% 100%, color-mix(in srgb, var(--fill) 42%, transparent), transparent),
      radial-gradient(80% 60% at 100% 0%, color-mix(in srgb, var(--accent) 22%, transparent), transparent),
      color-mix(in srgb, var(--fill) 8%, var(--bg));
    content: "";
  }
  .card { border-color: transparent; box-shadow: none }
  .footer { background: none }
  .brand { position: absolute; inset-block-start: 2.5rem; inset-inline-start: 2.5rem; margin: 0 }
}
`

/** The brand on a picture needs a ground of its own. */
const BRAND_ON_PICTURE = `
@media (min-width: 56.25rem) {
  .brand { padding: 0.625rem 1rem; border-radius: var(--radius); background: var(--card) }
}
`

const START = `
.card > :is(header, p, noscript) { text-align: start }
.brand, .ways { justify-content: start }
.badge { margin-inline: 0 }
`

const BUTTON_RADIUS = { pill: '100vmax', square: '0' } as const

/** The rules that a page needs beside its own stylesheet; empty: none. `hasPicture`: is there one behind the card? */
export function rulesOf(
  { layout, alignment, buttons }: Pick<Looks, 'layout' | 'alignment' | 'buttons'>,
  hasPicture: boolean
): string {
  return [
    layout === 'plain' ? PLAIN : '',
    layout === 'split' ? SPLIT : '',
    hasPicture ? (layout === 'split' ? BRAND_ON_PICTURE : PICTURE) : '',
    alignment === 'start' ? START : '',
    buttons === 'rounded' ? '' : `\n.button { border-radius: ${BUTTON_RADIUS[buttons]} }\n`
  ].join('')
}
