import type { AccessRule } from './schema/schema.ts'

/** Is a rule with these `methods` for this one? HEAD tells of an answer what GET would show (RFC 9110, 9.3.2). */
export function coversMethod(methods: AccessRule['methods'], method: string): boolean {
  return methods === undefined || methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))
}
