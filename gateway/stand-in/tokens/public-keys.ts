import type { FastifyInstance } from 'fastify'
import { setErrorShape } from '../server/errors.ts'
import type { Provider } from '../state.ts'

/** Where the certificates are published. */
export const X509_PATH = '/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com'
const JWK_PATH = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** Registers the public keys of id tokens, as certificates and as a JWK set. */
export function registerPublicKeys(scope: FastifyInstance, { keys, settings, intercept }: Provider): void {
  setErrorShape(scope, 'identityToolkit')
  scope.addHook('onSend', async (_request, reply) => {
    const maxAgeSeconds = settings.certificatesMaxAgeSeconds
    if (maxAgeSeconds === null || reply.statusCode !== 200) return
    reply.header('cache-control', `public, max-age=${maxAgeSeconds}, must-revalidate, no-transform`)
  })
  scope.get(X509_PATH, { onRequest: intercept('certificates') }, async () => keys.certificates())
  scope.get(JWK_PATH, { onRequest: intercept('jwks') }, async () => keys.jwks())
}
