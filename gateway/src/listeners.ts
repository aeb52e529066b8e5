import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Listeners beside the app's own; they end with it. */
    listeners: Listener[]
  }
}

/** A listener beside the one that visitors reach. */
export interface Listener {
  /** The key of the configuration that asks for it. */
  readonly name: string
  /** Gives the port. Rejects when it cannot be bound. */
  listen(): Promise<number>
  /** Tells its clients to go elsewhere with their next request. */
  announce(): void
  /** Settles when the last request is answered. */
  close(): Promise<void>
  /** Ends what is still open. */
  abort(): void
}

/** A listener of an HTTP server. */
export function createHttpListener(
  name: string,
  app: FastifyInstance,
  { host, port }: { host: string; port: number }
): Listener {
  return {
    name,
    async listen() {
      await app.listen({ host, port, listenTextResolver: () => `${name} listening` })
      return portOf(app.server.address())
    },
    announce() {
      app.lifecycle.ending = true
    },
    close: () => app.close(),
    abort: () => app.server.closeAllConnections()
  }
}

/** The port of a server that listens on TCP; 0 for another one. */
export function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
