import type { Plugin } from '../../src/commands/command-line/command.ts'

/** Auth requests in Envoy's gRPC protocol. */
export const grpcPlugin: Plugin = {
  name: 'grpc',
  createListener({ forwardAuth: { enabled, grpc } }) {
    return enabled && grpc !== null
      ? import('./listener.ts').then(({ createGrpcListener }) => createGrpcListener(grpc))
      : undefined
  }
}
