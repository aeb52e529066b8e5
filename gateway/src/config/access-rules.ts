import type { AccessRule } from './schema/schema.ts'

/** Is a rule with these `methods` for this one? HEAD tells of an answer what GET would show (RFC 9110, 9.3.2). */
export function coversMethod(methods: AccessRule['methods'], method: string): boolean {
  return methods === undefined || methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))
}

/** Is a rule with this `host` for a host? Takes a name as `normalizeHost` gives it. `*.` stands for one label. */
export function coversHost(host: AccessRule['host'], hostname: string): boolean {
  if (host === undefined || host === hostname) return true
  if (!host.startsWith('*.')) return false
  const dot = hostname.indexOf('.')
  return dot > 0 && hostname.slice(dot) === host.slice(1)
}

/** Does a rule with the path `wide` match every path that one with `narrow` matches, as they are spelled? */
export function coversPath(wide: string, narrow: string): boolean {
  return wide === narrow || (wide.endsWith('/*') && narrow.startsWith(wide.slice(0, -1)))
}
