export type Scheme = 'light' | 'dark'

/** Colors of a scheme as `#rrggbb`, named as in `tokens.css`. */
export interface Surfaces {
  bg: string
  card: string
  text: string
  muted: string
  line: string
}

export const LAYOUTS = ['card', 'split', 'plain'] as const
export const ALIGNMENTS = ['center', 'start'] as const
export const BUTTONS = ['rounded', 'pill', 'square'] as const
export const PRESET_NAMES = ['graphite', 'evergreen', 'iris', 'sandstone', 'ledger'] as const

type PresetName = (typeof PRESET_NAMES)[number]

/** A matching set of looks. All keys but the surfaces can be overridden by config. */
export interface Preset {
  accent: string
  /** Null: the nearest readable shade of `accent`. */
  accentDark: string | null
  radius: number
  layout: (typeof LAYOUTS)[number]
  alignment: (typeof ALIGNMENTS)[number]
  buttons: (typeof BUTTONS)[number]
  surfaces: Readonly<Record<Scheme, Surfaces>>
}

/** Mirrors `login-ui/src/styles/tokens.css`; a test keeps them in sync. */
export const OWN_LOOKS = {
  accent: null,
  accentDark: null,
  radius: 10,
  layout: 'card',
  alignment: 'center',
  buttons: 'rounded',
  surfaces: null
} as const

/** Tests verify their WCAG 2.2 contrasts. */
export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  graphite: {
    ...OWN_LOOKS,
    accent: '#18181b',
    accentDark: '#f4f4f5',
    radius: 8,
    surfaces: {
      light: { bg: '#f4f4f5', card: '#ffffff', text: '#18181b', muted: '#5f5f68', line: '#8a8a93' },
      dark: { bg: '#09090b', card: '#151518', text: '#ededef', muted: '#a1a1aa', line: '#71717a' }
    }
  },
  evergreen: {
    ...OWN_LOOKS,
    accent: '#1b6b4a',
    radius: 14,
    buttons: 'pill',
    surfaces: {
      light: { bg: '#f1f4ef', card: '#ffffff', text: '#17211b', muted: '#55625a', line: '#838f87' },
      dark: { bg: '#0c120e', card: '#151d18', text: '#e6ede8', muted: '#9fada4', line: '#6d7b72' }
    }
  },
  iris: {
    ...OWN_LOOKS,
    accent: '#5b4bdb',
    radius: 12,
    layout: 'split',
    alignment: 'start',
    surfaces: {
      light: { bg: '#f4f3fb', card: '#ffffff', text: '#1c1a2e', muted: '#5d5a72', line: '#8b88a0' },
      dark: { bg: '#0f0e17', card: '#181722', text: '#eae9f2', muted: '#a5a3b8', line: '#747289' }
    }
  },
  sandstone: {
    ...OWN_LOOKS,
    accent: '#a8431f',
    radius: 16,
    layout: 'plain',
    buttons: 'pill',
    surfaces: {
      light: { bg: '#f6f1ea', card: '#fbf8f4', text: '#2a211a', muted: '#66594d', line: '#948678' },
      dark: { bg: '#14100c', card: '#1b1612', text: '#f0e9e1', muted: '#b3a596', line: '#807365' }
    }
  },
  ledger: {
    ...OWN_LOOKS,
    accent: '#143f6b',
    radius: 4,
    alignment: 'start',
    buttons: 'square',
    surfaces: {
      light: { bg: '#e9edf2', card: '#ffffff', text: '#16202b', muted: '#52606e', line: '#7d8996' },
      dark: { bg: '#0b1016', card: '#141b23', text: '#e5ebf1', muted: '#9eabb8', line: '#6b7886' }
    }
  }
}
