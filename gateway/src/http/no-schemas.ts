import type { FastifyServerOptions } from 'fastify'

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
