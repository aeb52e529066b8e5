import { type Static, type TSchema, Type } from 'typebox'

/** Scheme, host and port. No userinfo, since it would be logged. */
export const ORIGIN = '^https?://[^/@?#\\s]+/?$'
export const ORIGIN_OR_SOCKET = '^(https?://[^/@?#\\s]+/?|unix:/[^\\u0000-\\u001f\\u007f]+)$'
export const HEADER_NAME = '^[a-z0-9][a-z0-9-]*$'
/** A host name without a port. */
export const HOST = '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$'
/** A host, or `*.` and a host: all hosts one label below. */
export const HOST_OR_WILDCARD = HOST.replace('^', '^(\\*\\.)?')
/** Of an application, in logs and metrics. */
export const APPLICATION_NAME = '^[a-z0-9-]{1,32}$'
/** A scope token (RFC 6749, 3.3). */
export const SCOPE = '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,128}$'
/** Visible text without control characters and bidi controls. */
export const NAME = '^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$'

export const text = (description: string, options: object = {}) => Type.String({ description, ...options })

/** A text or null; default: null. */
export const optionalText = (description: string, options: object = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], default: null, description, ...options })

interface Bounds {
  minimum: number
  maximum: number
}

export const integer = (description: string, bounds: Bounds & { default: number }) =>
  Type.Integer({ description, ...bounds })

export const number = (description: string, bounds: Bounds & { default: number }) =>
  Type.Number({ description, ...bounds })

export const flag = (description: string, value = false) => Type.Boolean({ description, default: value })

/** A list of texts; default: empty. */
export const list = (description: string, options: object = {}) =>
  Type.Array(Type.String({ minLength: 1 }), { description, default: [], ...options })

export const choice = <const V extends string>(words: readonly V[], value: NoInfer<V>, description: string) =>
  Type.Unsafe<V>({ enum: words, default: value, description })

/** One of a few words or null; default: null. */
export const optionalChoice = <const V extends string>(words: readonly V[], description: string) =>
  Type.Unsafe<V | null>({ enum: [...words, null], default: null, description })

/** An integer or null; default: null. */
export const optionalInteger = (description: string, { minimum, maximum }: Bounds) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], default: null, minimum, maximum, description })

/** A section whose keys have defaults or are required. */
export const section = <P extends Type.TProperties>(description: string, properties: P) =>
  Type.Object(properties, { description, default: {}, additionalProperties: false })

/** A section that null disables. `value`: default. */
export const optionalSection = <P extends Type.TProperties>(
  description: string,
  properties: P,
  value: object | null = null
) =>
  Type.Unsafe<Static<Type.TObject<P>> | null>({
    ...section(description, properties),
    type: ['object', 'null'],
    default: value
  })

/** An object without other keys than these. */
export const strictObject = <P extends Type.TProperties>(properties: P, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

/** An optional key that overrides a general one, whose default it does not have. `description`: its own. */
export const override = <S extends TSchema>(schema: S, description?: string) => {
  const { default: _default, ...rest }: TSchema & { default?: unknown } = schema
  return Type.Optional(Type.Unsafe<Static<S>>({ ...rest, ...(description !== undefined && { description }) }))
}

/** A section whose keys override those of a general one. */
export const overridesOf = <P extends Type.TProperties>(properties: P) => {
  const own = Object.entries(properties).map(([name, schema]) => [name, override(schema)])
  return Type.Optional(
    strictObject<{ [K in keyof P]: ReturnType<typeof override<P[K]>> }>(Object.fromEntries(own))
  )
}

/** An image file or null; default: null. */
export const imageFile = (what: string, otherwise = '') =>
  optionalText(`${what}: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB${otherwise}.`, {
    pattern: '\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$'
  })
