import type { FastifyInstance } from 'fastify'
import type { RouteName } from '../operations/events.ts'

/** Gives all routes that are registered in this scope from now on one name. */
export function nameRoutes(scope: FastifyInstance, name: RouteName): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, name }
  })
}
