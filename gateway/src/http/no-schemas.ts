import type { FastifyInstance, FastifyServerOptions } from 'fastify'

/**
 * For Fastify's `schemaController`. No route of the gateway has a schema, but Fastify loads the compilers for schemas (Ajv,
 * fast-json-stringify) with every server, unless it is given others. With these, a route that has a schema fails the start.
 * Every server needs them: the bundle has no such compilers.
 */
export const NO_SCHEMAS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse }
}

function refuse(): never {
  throw new Error('routes of the gateway have no schemas')
}

/** Registers routes and hooks in a scope of their own. */
type RegisterScope = (scope: FastifyInstance) => Promise<void>

/**
 * The same plugin under a name, for Fastify's messages. Without one Fastify looks for the plugin in every loaded module, at
 * each start.
 */
export function nameScope(name: string, register: RegisterScope): RegisterScope {
  return Object.assign(register, { [Symbol.for('fastify.display-name')]: name })
}
