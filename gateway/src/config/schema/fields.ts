import { type Static, type TSchema, Type } from 'typebox'

/** Scheme, host and port; user information would be a secret in a place that is logged. */
export const ORIGIN = '^https?://[^/@?#\\s]+/?$'
/** The same, or the path of a Unix socket. */
export const ORIGIN_OR_SOCKET = '^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$'
export const HEADER_NAME = '^[a-z0-9][a-z0-9-]*$'
/** A host name without a port. */
export const HOST = '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$'
/** The same, or `*.` and a host: all hosts one label below. */
export const HOST_OR_WILDCARD = HOST.replace('^', '^(\\*\\.)?')
/** Something to read, without control characters and without what turns the direction of the text around it. */
export const NAME = '^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$'

/** A text. */
export const text = (description: string, options: object = {}) => Type.String({ description, ...options })

/** A text, or null, which is the default. */
export const optionalText = (description: string, options: object = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], default: null, description, ...options })

/** A whole number within bounds, both of which are allowed. */
export const integer = (description: string, value: number, minimum: number, maximum: number) =>
  Type.Integer({ description, default: value, minimum, maximum })

/** A number within bounds, both of which are allowed. */
export const number = (description: string, value: number, minimum: number, maximum: number) =>
  Type.Number({ description, default: value, minimum, maximum })

/** A switch that is off by default. */
export const flag = (description: string) => Type.Boolean({ description, default: false })

/** A list of texts, empty by default. */
export const list = (description: string, options: object = {}) =>
  Type.Array(Type.String({ minLength: 1 }), { description, default: [], ...options })

/** One of a few words. */
export const choice = <const V extends string>(words: readonly V[], value: NoInfer<V>, description: string) =>
  Type.Unsafe<V>({ enum: words, default: value, description })

/** One of a few words, or null, which is the default. */
export const optionalChoice = <const V extends string>(words: readonly V[], description: string) =>
  Type.Unsafe<V | null>({ enum: [...words, null], default: null, description })

/** A whole number within bounds, both of which are allowed, or null, which is the default. */
export const optionalInteger = (description: string, minimum: number, maximum: number) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], default: null, minimum, maximum, description })

/** A group of keys, all of which have defaults or are required in turn. */
export const section = <P extends Record<string, TSchema>>(description: string, properties: P) =>
  Type.Object(properties, { description, default: {}, additionalProperties: false })

/** A section that null switches off. */
export const sectionOrNull = <P extends Record<string, TSchema>>(description: string, properties: P) =>
  Type.Unsafe<Static<Type.TObject<P>> | null>({
    ...section(description, properties),
    type: ['object', 'null']
  })

/** A section that is off by default. */
export const optionalSection = <P extends Record<string, TSchema>>(description: string, properties: P) =>
  Type.Unsafe<Static<Type.TObject<P>> | null>({
    ...section(description, properties),
    type: ['object', 'null'],
    default: null
  })

/** A file with a picture, or null, which is the default. */
export const imageFile = (what: string, otherwise = '') =>
  optionalText(`${what}: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB${otherwise}.`, {
    pattern: '\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$'
  })
