import type { FastifyServerOptions } from 'fastify'

/**
 * For Fastify's `schemaController`: requests are checked by hand, and answers are what they are. Fastify would load the
 * compilers for schemas of routes all the same, which is a tenth of the start. A route with a schema throws at the start.
 */
export const NO_SCHEMAS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse }
}

function refuse(): never {
  throw new Error('routes of the gateway have no schemas')
}
