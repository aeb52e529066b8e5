import { Type } from 'typebox'
import {
  choice,
  HOST,
  imageFile,
  NAME,
  optionalChoice,
  optionalInteger,
  optionalText,
  overridesOf,
  section,
  strictObject,
  text
} from '../../config/schema/fields.ts'

/** No userinfo, since it would be a secret on a page. */
const LINK = '^(https://[^\\s@/?#:"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$'

const COLOUR = '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$'

const colour = (description: string) => optionalText(`${description} As \`#1f5eff\`.`, { pattern: COLOUR })

const link = (description: string) =>
  optionalText(`${description} An https or mailto URL.`, { pattern: LINK })

const brand = {
  name: optionalText('Name of the site; null: the host of `publicUrl`.', { pattern: NAME, maxLength: 80 }),
  logo: imageFile('Logo above the form'),
  logoDark: imageFile('Logo on dark backgrounds', '; null: `logo`'),
  favicon: imageFile('Favicon', '; null: the first letter of the name'),
  background: imageFile('Image behind the card')
}

const theme = {
  preset: optionalChoice(
    ['graphite', 'evergreen', 'iris', 'sandstone', 'ledger'],
    'A matching set of accent, surfaces, radius, layout, alignment and buttons. Single keys override it.'
  ),
  accent: colour('Color of buttons and links on light backgrounds; must be readable there.'),
  accentDark: colour(
    'The same on dark backgrounds; null: the nearest readable shade of `accent` for links, and `accent`, lightened if needed, for buttons.'
  ),
  mode: choice(['auto', 'light', 'dark'], 'auto', '`auto`: the visitor’s preference.'),
  layout: optionalChoice(
    ['card', 'split', 'plain'],
    '`card`; `split`: from 900 px on, a panel beside the form with `brand.background` or a tint; `plain`: no borders. null: that of `preset`, or `card`.'
  ),
  alignment: optionalChoice(
    ['center', 'start'],
    'Alignment of brand, heading and text. null: that of `preset`, or `center`.'
  ),
  buttons: optionalChoice(
    ['rounded', 'pill', 'square'],
    'Shape of buttons; `rounded`: by `radius`. null: that of `preset`, or `rounded`.'
  ),
  radius: optionalInteger('Corner radius, in CSS pixels. null: that of `preset`, or 10.', {
    minimum: 0,
    maximum: 24
  }),
  font: text('`system`, or a CSS list of font families, which must be installed on the visitor’s device.', {
    default: 'system',
    pattern: '^[A-Za-z0-9 ,\'"_-]{1,200}$'
  }),
  fontFile: optionalText(
    'Custom font: a WOFF2 file of at most 200 kB, served by the gateway and preferred to `font`.',
    { pattern: '\\.[wW][oO][fF][fF]2$' }
  ),
  cssFile: optionalText(
    'Custom stylesheet, loaded after the built-in one; at most 64 kB, without `@import` and external URLs. Its contrasts are not checked.'
  )
}
/** For the whole gateway only. */
const { mode: _mode, font: _font, cssFile: _cssFile, ...hostTheme } = theme

const links = {
  privacy: link('Privacy notice.'),
  terms: link('Terms of use.'),
  help: link('Help with signing in.'),
  contact: link('Contact, shown on error pages.')
}

const destinations = (options: Type.TObjectOptions = {}) =>
  Type.Record(
    Type.String({ pattern: '^/[A-Za-z0-9._~/-]*$' }),
    Type.String({ minLength: 1, maxLength: 80 }),
    options
  )

/** Overrides of a host: omitted keys fall back to the general ones, null removes them. */
export const hostOverrides = strictObject({
  brand: overridesOf({
    ...brand,
    logo: imageFile('Logo'),
    logoDark: imageFile('Logo on dark backgrounds', '; null, or omitted next to `logo`: use `logo`')
  }),
  theme: overridesOf({
    ...hostTheme,
    accent: colour('Accent.'),
    accentDark: colour(
      'Accent on dark backgrounds; null, or omitted next to `accent`: its nearest readable shade.'
    )
  }),
  links: overridesOf({ ...links, help: link('Help.'), contact: link('Contact.') }),
  destinations: Type.Optional(destinations())
})

export const appearance = {
  brand: section('Branding.', brand),
  theme: section('Appearance.', theme),
  links: section('Links.', links),
  destinations: destinations({
    default: {},
    additionalProperties: false,
    description: 'Path -> name of everything below it, for "to continue to …"; the longest match wins.'
  }),
  hosts: Type.Record(Type.String({ pattern: HOST }), hostOverrides, {
    default: {},
    additionalProperties: false,
    description: 'Overrides by host: `brand`, `theme`, `links`, `destinations`.'
  })
}
