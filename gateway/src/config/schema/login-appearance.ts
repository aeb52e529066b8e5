import { type Static, type TSchema, Type } from 'typebox'
import { ALIGNMENTS, BUTTONS, LAYOUTS, PRESET_NAMES } from '../appearance/presets.ts'
import {
  choice,
  HOST,
  imageFile,
  NAME,
  optionalChoice,
  optionalInteger,
  optionalText,
  section,
  text
} from './fields.ts'

/** No userinfo, since it would be a secret on a page. */
const LINK = '^(https://[^\\s@/?#:"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$'

const COLOUR = '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$'

const colour = (description: string) => optionalText(`${description} As \`#1f5eff\`.`, { pattern: COLOUR })

const link = (description: string) =>
  optionalText(`${description} An https or mailto URL.`, { pattern: LINK })

/** For host overrides: omitted keys fall back to the general ones. */
const withoutDefault = <S extends TSchema>(schema: S) => {
  const { default: _default, ...rest } = schema as TSchema & { default?: unknown }
  return Type.Optional(Type.Unsafe<Static<S>>(rest))
}

/** Null: defined by the preset. */
const shape = {
  preset: optionalChoice(
    PRESET_NAMES,
    'Looks that fit each other: accent, surfaces, radius, layout, alignment and buttons. Single keys beside it win.'
  ),
  layout: optionalChoice(
    LAYOUTS,
    '`card`; `split`: from 900 px on, a panel with `brand.background`, or tinted, stands beside the form; `plain`: no edges. null: that of `preset`, else `card`.'
  ),
  alignment: optionalChoice(
    ALIGNMENTS,
    'Of brand, heading and text: in the middle, or where lines begin. null: that of `preset`, else `center`.'
  ),
  buttons: optionalChoice(
    BUTTONS,
    'Shape of buttons; `rounded`: by `radius`. null: that of `preset`, else `rounded`.'
  ),
  fontFile: optionalText(
    'Font of your own: a WOFF2 file of at most 200 kB, served by the gateway and used before `font`.',
    { pattern: '\\.[wW][oO][fF][fF]2$' }
  ),
  radius: optionalInteger('Radius of corners, in CSS pixels. null: that of `preset`, else 10.', 0, 24)
}

/** Overrides of a host: omitted keys fall back to the general ones, null removes them. */
export const hostOverrides = Type.Object(
  {
    brand: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(text('Name of the application.', { pattern: NAME, maxLength: 80 })),
          logo: withoutDefault(imageFile('Logo')),
          logoDark: withoutDefault(
            imageFile('Logo on dark backgrounds', '; null, or left out beside a `logo`: that one')
          ),
          favicon: withoutDefault(imageFile('Icon of the tab')),
          background: withoutDefault(imageFile('Picture behind the card'))
        },
        { additionalProperties: false }
      )
    ),
    theme: Type.Optional(
      Type.Object(
        {
          preset: withoutDefault(shape.preset),
          accent: withoutDefault(colour('Accent.')),
          accentDark: withoutDefault(
            colour(
              'Accent on dark backgrounds; null, or left out beside an `accent`: the nearest shade of that one.'
            )
          ),
          layout: withoutDefault(shape.layout),
          alignment: withoutDefault(shape.alignment),
          buttons: withoutDefault(shape.buttons),
          radius: withoutDefault(shape.radius),
          fontFile: withoutDefault(shape.fontFile)
        },
        { additionalProperties: false }
      )
    ),
    links: Type.Optional(
      Type.Object(
        {
          privacy: withoutDefault(link('Privacy notice.')),
          terms: withoutDefault(link('Terms of use.')),
          help: withoutDefault(link('Help.')),
          contact: withoutDefault(link('Whom to ask.'))
        },
        { additionalProperties: false }
      )
    ),
    destinations: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^/[A-Za-z0-9._~/-]*$' }),
        Type.String({ minLength: 1, maxLength: 80 })
      )
    )
  },
  { additionalProperties: false }
)

export const appearance = {
  brand: section('Whose page it is.', {
    name: text('Name of the application.', { default: 'Gatehouse', pattern: NAME, maxLength: 80 }),
    logo: imageFile('Logo above the form'),
    logoDark: imageFile('Logo on dark backgrounds', '; null: `logo`'),
    favicon: imageFile('Icon of the tab'),
    background: imageFile('Picture behind the card')
  }),
  theme: section('How it looks.', {
    preset: shape.preset,
    accent: colour('Buttons and links on light backgrounds; refused when it cannot be read there.'),
    accentDark: colour(
      'The same on dark backgrounds; null: links in the nearest shade of `accent` that can be read there, buttons in `accent`, lightened as far as they need to be seen.'
    ),
    mode: choice(['auto', 'light', 'dark'], 'auto', '`auto`: as the visitor prefers.'),
    layout: shape.layout,
    alignment: shape.alignment,
    buttons: shape.buttons,
    radius: shape.radius,
    font: text(
      '`system`, or a list of font families as in CSS; they must be installed where the visitor is.',
      {
        default: 'system',
        pattern: '^[A-Za-z0-9 ,\'"_-]{1,200}$'
      }
    ),
    fontFile: shape.fontFile,
    cssFile: optionalText(
      'Stylesheet of your own, loaded after ours; at most 64 kB, without `@import` and addresses of other sites. Nobody checks its contrasts.'
    )
  }),
  links: section('Where it points to.', {
    privacy: link('Privacy notice.'),
    terms: link('Terms of use.'),
    help: link('Help with signing in.'),
    contact: link('Whom to ask: shown where something went wrong.')
  }),
  destinations: Type.Record(
    Type.String({ pattern: '^/[A-Za-z0-9._~/-]*$' }),
    Type.String({ minLength: 1, maxLength: 80 }),
    {
      default: {},
      additionalProperties: false,
      description:
        'Path -> name of what is below it, for "to continue to …"; the longest path that matches counts.'
    }
  ),
  hosts: Type.Record(Type.String({ pattern: HOST }), hostOverrides, {
    default: {},
    additionalProperties: false,
    description: 'Host -> what is different there: `brand`, `theme`, `links`, `destinations`.'
  })
}
