import fastify from 'fastify'
import { createAnswers, toFault } from '../access/answers.ts'
import { createSites } from '../access/sites.ts'
import type { Config } from '../config/schema.ts'
import { registerLoginPreview } from '../endpoints/login-preview.ts'

/** A preview that listens on loopback. */
export interface RunningPreview {
  url: string
  close(): Promise<void>
}

/** Shows the login page of this configuration in every state. `port`: 0 picks a free one. Rejects when it cannot be bound. */
export async function startPreview(config: Config, port: number): Promise<RunningPreview> {
  const app = fastify({ forceCloseConnections: true })
  const { name, ...links } = { name: config.login.brand.name, ...config.login.links }
  const frame = { brandName: name, logoSrc: null, stylesheetHrefs: [], contactUrl: links.contact }
  const answers = createAnswers({ config, frameFor: () => frame, sites: createSites(config) })
  app.decorateRequest('target', null)
  app.setErrorHandler((error, request, reply) => answers.fault(request, reply, toFault(error)))
  await registerLoginPreview(app, config)
  return { url: await app.listen({ host: '127.0.0.1', port }), close: () => app.close() }
}
