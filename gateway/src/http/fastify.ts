import type { FastifyInstance, FastifyServerOptions } from 'fastify'

/**
 * For every Fastify server. Routes have no schemas, but Fastify would load its schema compilers (Ajv, fast-json-stringify), which
 * the bundle does not contain; with this, a route with a schema fails at startup. With little processor time a start takes minutes,
 * so it has no time limit (`pluginTimeout` 0).
 */
export const FASTIFY_OPTIONS: Required<Pick<FastifyServerOptions, 'schemaController' | 'pluginTimeout'>> = {
  schemaController: { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } },
  pluginTimeout: 0
}

function refuse(): never {
  throw new Error('routes of the gateway have no schemas')
}

type RegisterScope = (scope: FastifyInstance) => Promise<void>

/** Names a plugin for Fastify's messages. Without a name, Fastify searches every loaded module at startup. */
export function nameScope(name: string, register: RegisterScope): RegisterScope {
  return Object.assign(register, { [Symbol.for('fastify.display-name')]: name })
}
