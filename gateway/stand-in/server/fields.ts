import { ProviderError } from './errors.ts'

/** Whether a value is an object with names, not a list and not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A named member of a value that may be anything, when it is text. */
export function textMember(value: unknown, name: string): string | undefined {
  if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined
  const member = value[name]
  return typeof member === 'string' ? member : undefined
}

/** A form as text by name; empty when the body was none. */
export function readForm(body: unknown): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

/** The same members without those that are undefined, for types whose optional members must be absent. */
export function dropUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

function refuse(detail: string): ProviderError {
  return new ProviderError(400, `Invalid JSON payload received. ${detail}`)
}

/** A request's JSON members, checked as production does: an unknown name or a wrong type is a 400. */
export class Fields {
  readonly #members: Record<string, unknown>

  constructor(body: unknown, allowed: readonly string[]) {
    if (body !== undefined && body !== null && !isRecord(body))
      throw refuse('Root element must be a message.')
    this.#members = body ?? {}
    for (const name of Object.keys(this.#members)) {
      if (!allowed.includes(name)) throw refuse(`Unknown name "${name}": Cannot find field.`)
    }
  }

  text(name: string): string | undefined {
    const value = this.#member(name)
    if (value === undefined || typeof value === 'string') return value
    throw refuse(`/${name} must be string`)
  }

  /** Those of these members that are there, as text. */
  pick<Name extends string>(...names: readonly Name[]): { [name in Name]?: string } {
    return dropUndefined(
      Object.fromEntries(names.map((name) => [name, this.text(name)])) as Record<Name, string>
    )
  }

  flag(name: string): boolean | undefined {
    const value = this.#member(name)
    if (value === undefined || typeof value === 'boolean') return value
    throw refuse(`/${name} must be boolean`)
  }

  /** Empty when absent. */
  texts(name: string): string[] {
    return this.#list(name).map((entry) => {
      if (typeof entry === 'string') return entry
      throw refuse(`/${name} must be array of string`)
    })
  }

  /** An object inside, checked in the same way. */
  message(name: string, allowed: readonly string[]): Fields | undefined {
    const value = this.#member(name)
    if (value === undefined) return undefined
    if (isRecord(value)) return new Fields(value, allowed)
    throw refuse(`/${name} must be object`)
  }

  /** A list of objects; undefined when absent. */
  messages(name: string, allowed: readonly string[]): Fields[] | undefined {
    if (this.#member(name) === undefined) return undefined
    return this.#list(name).map((entry) => {
      if (isRecord(entry)) return new Fields(entry, allowed)
      throw refuse(`/${name} must be array of object`)
    })
  }

  /** An int64, which travels as text or as a number. */
  integer(name: string): number | undefined {
    const value = this.#member(name)
    if (value === undefined) return undefined
    const isWhole = typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value))
    if (isWhole && Number.isSafeInteger(Number(value))) return Number(value)
    throw refuse(`/${name} must be integer`)
  }

  #list(name: string): unknown[] {
    const value = this.#member(name) ?? []
    if (Array.isArray(value)) return value
    throw refuse(`/${name} must be array`)
  }

  #member(name: string): unknown {
    return Object.hasOwn(this.#members, name) ? this.#members[name] : undefined
  }
}
