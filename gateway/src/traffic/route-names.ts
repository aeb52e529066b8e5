import type { FastifyInstance } from 'fastify'
import type { RouteName } from '../operations/events.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whose answers all routes of this scope give; null: each says so itself (`config.name`). */
    readonly routeName: RouteName | null
  }
}

/** Gives all routes of this scope, and of those within, one name. Null: each has its own. */
export function nameRoutes(scope: FastifyInstance, name: RouteName | null): void {
  scope.decorate('routeName', name)
}
