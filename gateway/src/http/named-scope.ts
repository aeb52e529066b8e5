import type { FastifyInstance } from 'fastify'

/** Registers routes and hooks in a scope of their own. */
type RegisterScope = (scope: FastifyInstance) => Promise<void>

/**
 * The same plugin under a name, for Fastify's messages. Without one Fastify looks for the plugin in every loaded module, at
 * each start.
 */
export function nameScope(name: string, register: RegisterScope): RegisterScope {
  return Object.assign(register, { [Symbol.for('fastify.display-name')]: name })
}
