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
    'A matching set of accent, surfaces, radius, layout, alignment and buttons. Single keys override it.'
  ),
  layout: optionalChoice(
    LAYOUTS,
    '`card`; `split`: from 900 px on, a panel beside the form with `brand.background` or a tint; `plain`: no borders. null: that of `preset`, or `card`.'
  ),
  alignment: optionalChoice(
    ALIGNMENTS,
    'Alignment of brand, heading and text. null: that of `preset`, or `center`.'
  ),
  buttons: optionalChoice(
    BUTTONS,
    'Shape of buttons; `rounded`: by `radius`. null: that of `preset`, or `rounded`.'
  ),
  fontFile: optionalText(
    'Custom font: a WOFF2 file of at most 200 kB, served by the gateway and preferred to `font`.',
    { pattern: '\\.[wW][oO][fF][fF]2$' }
  ),
  radius: optionalInteger('Corner radius, in CSS pixels. null: that of `preset`, or 10.', 0, 24)
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
            imageFile('Logo on dark backgrounds', '; null, or omitted next to `logo`: use `logo`')
          ),
          favicon: withoutDefault(imageFile('Favicon')),
          background: withoutDefault(imageFile('Image behind the card'))
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
              'Accent on dark backgrounds; null, or omitted next to `accent`: its nearest readable shade.'
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
          contact: withoutDefault(link('Contact.'))
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
  brand: section('Branding.', {
    name: text('Name of the application.', { default: 'Gatehouse', pattern: NAME, maxLength: 80 }),
    logo: imageFile('Logo above the form'),
    logoDark: imageFile('Logo on dark backgrounds', '; null: `logo`'),
    favicon: imageFile('Favicon'),
    background: imageFile('Image behind the card')
  }),
  theme: section('Appearance.', {
    preset: shape.preset,
    accent: colour('Color of buttons and links on light backgrounds; must be readable there.'),
    accentDark: colour(
      'The same on dark backgrounds; null: the nearest readable shade of `accent` for links, and `accent`, lightened if needed, for buttons.'
    ),
    mode: choice(['auto', 'light', 'dark'], 'auto', '`auto`: the visitor’s preference.'),
    layout: shape.layout,
    alignment: shape.alignment,
    buttons: shape.buttons,
    radius: shape.radius,
    font: text('`system`, or a CSS list of font families, which must be installed on the visitor’s device.', {
      default: 'system',
      pattern: '^[A-Za-z0-9 ,\'"_-]{1,200}$'
    }),
    fontFile: shape.fontFile,
    cssFile: optionalText(
      'Custom stylesheet, loaded after the built-in one; at most 64 kB, without `@import` and external URLs. Its contrasts are not checked.'
    )
  }),
  links: section('Links.', {
    privacy: link('Privacy notice.'),
    terms: link('Terms of use.'),
    help: link('Help with signing in.'),
    contact: link('Contact, shown on error pages.')
  }),
  destinations: Type.Record(
    Type.String({ pattern: '^/[A-Za-z0-9._~/-]*$' }),
    Type.String({ minLength: 1, maxLength: 80 }),
    {
      default: {},
      additionalProperties: false,
      description: 'Path -> name of everything below it, for "to continue to …"; the longest match wins.'
    }
  ),
  hosts: Type.Record(Type.String({ pattern: HOST }), hostOverrides, {
    default: {},
    additionalProperties: false,
    description: 'Overrides by host: `brand`, `theme`, `links`, `destinations`.'
  })
}
