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

/** Does one rule match every request that another one matches, by host, methods and path as they are spelled? */
export function coversRule(wide: AccessRule, narrow: AccessRule): boolean {
  const allMethods =
    wide.methods === undefined || narrow.methods?.every((method) => coversMethod(wide.methods, method))
  const sameHosts = narrow.host === undefined ? wide.host === undefined : coversHost(wide.host, narrow.host)
  const folder = wide.path.endsWith('/*') ? wide.path.slice(0, -1) : null
  return (
    allMethods === true &&
    sameHosts &&
    (wide.path === narrow.path || (folder !== null && narrow.path.startsWith(folder)))
  )
}
