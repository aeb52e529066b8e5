import type { Config } from '../schema/schema.ts'
import { type Grounds, OWN_COLOURS, type Scheme } from './contrast.ts'
import { PRESETS, type Preset } from './presets.ts'

type Theme = Config['login']['theme']

/** What a page looks like once a preset and our own looks have filled in what the configuration leaves out. */
export interface Looks
  extends Omit<Preset, 'accent' | 'surfaces'>,
    Pick<Theme, 'mode' | 'font' | 'fontFile' | 'cssFile'> {
  /** Null: ours. */
  accent: string | null
  /** Null: ours. */
  surfaces: Preset['surfaces'] | null
}

/** Our own, as in `login-ui/src/styles/tokens.css`; a test holds the two together. */
export const OWN_LOOKS = {
  accent: null,
  accentDark: null,
  radius: 10,
  layout: 'card',
  alignment: 'center',
  buttons: 'rounded',
  surfaces: null
} as const

/** Single keys win over the preset. An accent of its own comes without the dark one of the preset, which belongs to another. */
export function looksOf(theme: Theme): Looks {
  const base = theme.preset === null ? OWN_LOOKS : PRESETS[theme.preset]
  return {
    mode: theme.mode,
    font: theme.font,
    fontFile: theme.fontFile,
    cssFile: theme.cssFile,
    accent: theme.accent ?? base.accent,
    accentDark: theme.accentDark ?? (theme.accent === null ? base.accentDark : null),
    radius: theme.radius ?? base.radius,
    layout: theme.layout ?? base.layout,
    alignment: theme.alignment ?? base.alignment,
    buttons: theme.buttons ?? base.buttons,
    surfaces: base.surfaces
  }
}

/** What the text of a page stands on. */
export function groundsOf({ surfaces, layout }: Pick<Looks, 'surfaces' | 'layout'>, scheme: Scheme): Grounds {
  const { card } = surfaces?.[scheme] ?? OWN_COLOURS[scheme]
  const page = surfaces?.[scheme].bg ?? OWN_COLOURS[scheme].page
  return { page: layout === 'plain' ? card : page, card }
}
