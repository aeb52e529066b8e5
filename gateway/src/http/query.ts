import type { FastifyRequest } from 'fastify'

/** One value of the query; null: there is none, or there are several. */
export function parameterOf(request: FastifyRequest, name: string): string | null {
  const value: unknown = Reflect.get(Object(request.query), name)
  return typeof value === 'string' ? value : null
}
