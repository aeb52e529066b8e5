import type { FastifyInstance } from 'fastify'
import type { Applications } from '../../src/access/applications/applications.ts'
import { issuerOf, METADATA_PREFIX, resourceOf } from '../../src/config/applications.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { Fault } from '../../src/errors.ts'
import { authRequestOf } from '../../src/http/auth-request.ts'
import { markOwnResponse } from '../../src/http/own-response.ts'
import { parseRequestTarget } from '../../src/http/target.ts'

interface ResourceOptions {
  config: Pick<Config, 'publicUrl'>
  applications: Pick<Applications, 'at' | 'all'>
}

/**
 * Protected resource metadata (RFC 9728) of each application that is a resource, on its own host: at the well-known path,
 * followed by any path of the application (section 3.1). Readable by pages of every origin.
 */
export function registerResources(app: FastifyInstance, { config, applications }: ResourceOptions): void {
  for (const url of [METADATA_PREFIX, `${METADATA_PREFIX}/*`]) {
    app.options(url, { config: { sameOrigin: false } }, async (request, reply) => {
      const headers = request.headers['access-control-request-headers']
      if (headers !== undefined) reply.header('access-control-allow-headers', headers)
      return markOwnResponse(request, reply)
        .header('access-control-allow-origin', '*')
        .header('access-control-allow-methods', 'GET')
        .code(204)
        .send()
    })
    app.get(url, async (request, reply) => {
      const { hostname, origin, target } = authRequestOf(request)
      const place = parseRequestTarget(target?.path.slice(METADATA_PREFIX.length) || '/')
      const found = place.kind === 'target' ? applications.at(hostname, place) : null
      const application = found?.kind === 'application' ? found.application : null
      if (application === null || application.resource === null) throw new Fault('NOT_FOUND')
      return markOwnResponse(request, reply)
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'public, max-age=300')
        .send({
          resource: resourceOf(application, origin),
          authorization_servers: [issuerOf(config.publicUrl)],
          // RFC 9728, 3.2: not an empty list.
          ...(application.resource.scopes.length > 0 && { scopes_supported: application.resource.scopes }),
          bearer_methods_supported: ['header'],
          resource_name: application.name
        })
    })
  }
}
