import type { FastifyInstance, FastifyServerOptions } from 'fastify'

/**
 * For Fastify's `schemaController`. Routes have no schemas, but Fastify would load its schema compilers (Ajv,
 * fast-json-stringify), which the bundle does not contain. With this, a route with a schema fails at startup.
 */
export const NO_SCHEMAS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse }
}

function refuse(): never {
  throw new Error('routes of the gateway have no schemas')
}

type RegisterScope = (scope: FastifyInstance) => Promise<void>

/** Names a plugin for Fastify's messages. Without a name, Fastify searches every loaded module at startup. */
export function nameScope(name: string, register: RegisterScope): RegisterScope {
  return Object.assign(register, { [Symbol.for('fastify.display-name')]: name })
}
