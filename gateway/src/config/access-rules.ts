import type { AccessRule } from './schema/schema.ts'

/** Is a rule with these `methods` for this one? HEAD tells of an answer what GET would show (RFC 9110, 9.3.2). */
export function coversMethod(methods: AccessRule['methods'], method: string): boolean {
  return methods === undefined || methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))
}

/** Does one rule match every request that another one matches, by methods and path as they are spelled? */
export function coversRule(wide: AccessRule, narrow: AccessRule): boolean {
  const allMethods =
    wide.methods === undefined || narrow.methods?.every((method) => coversMethod(wide.methods, method))
  const folder = wide.path.endsWith('/*') ? wide.path.slice(0, -1) : null
  return (
    allMethods === true && (wide.path === narrow.path || (folder !== null && narrow.path.startsWith(folder)))
  )
}
