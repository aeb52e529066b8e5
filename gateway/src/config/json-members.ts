/** True for a JSON object. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text that is not empty; null for anything else. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Value at a key path such as `upstream.url`; undefined if there is none. */
export function valueAt(node: unknown, keyPath: string): unknown {
  return keyPath.split('.').reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), node)
}

/** Sets the value at a key path, and makes the objects on the way that are missing. */
export function setValueAt(target: Record<string, unknown>, keyPath: string, value: unknown): void {
  const [name = '', ...rest] = keyPath.split('.')
  const child = target[name]
  const inner = isPlainObject(child) ? child : {}
  target[name] = rest.length === 0 ? value : inner
  if (rest.length > 0) setValueAt(inner, rest.join('.'), value)
}

/** Parses JSON; undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a JSON object; null for anything else. */
export function parseJsonObject(text: string): Record<string, unknown> | null {
  const value = parseJson(text)
  return isPlainObject(value) ? value : null
}
