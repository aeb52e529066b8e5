import fastifySwagger from '@fastify/swagger'
import fastify from 'fastify'
import { PLUGINS } from '../../gateway/plugins/plugins.ts'
import { createApp } from '../../gateway/src/app.ts'
import { loadConfig } from '../../gateway/src/config/load.ts'
import { readPackageJson } from '../../gateway/src/config/package-files.ts'
import { createLog } from '../../gateway/src/operations/logging.ts'
import type { Operation } from './operation.ts'
import { HIDDEN, OPERATIONS, SHAPES } from './operations.ts'

/** Its endpoints are routes of `oidc-provider`. */
const ISSUER = '/_auth/oauth/'

/** A configuration with every endpoint at its default path. The key is as good as any: nothing is served. */
const ENVIRONMENT = {
  GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
  GATEHOUSE_APPLICATIONS: JSON.stringify([
    { name: 'home', upstream: { url: 'http://127.0.0.1:3000' } },
    { name: 'elsewhere', host: 'elsewhere.example', upstream: { url: 'http://127.0.0.1:3000' } }
  ]),
  GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'my-project',
  GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
  GATEHOUSE_COOKIE_SIGNATURE_KEYS: 'yM4b0pXv9Qq2W7sT1nE6dK8rJ3uH5gZcLfAoBiCxDwI=',
  GATEHOUSE_TRUSTED_PROXIES: '["127.0.0.1/32"]',
  GATEHOUSE_FORWARD_AUTH_ENABLED: 'true',
  GATEHOUSE_AUTHORIZATION_SERVER_ENABLED: 'true',
  // Nothing is signed either.
  GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify({
    type: 'authorized_user',
    client_id: 'id',
    client_secret: 'secret',
    refresh_token: 'token'
  }),
  GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: 'gatehouse@my-project.iam.gserviceaccount.com',
  GATEHOUSE_CLIENT_SDK_ENABLED: 'true',
  GATEHOUSE_KEEP_FORMS_ENABLED: 'true',
  GATEHOUSE_ACCOUNT_ENABLED: 'true',
  GATEHOUSE_FORWARD_AUTH_LISTEN: 'null'
}

/** The name of each shape in the document, such as `MANAGEMENT_ERROR`: `ManagementError`. */
const NAMES = new Map<object, string>(
  Object.entries(SHAPES).map(([constant, shape]) => [
    shape,
    constant.toLowerCase().replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase())
  ])
)

/** The OpenAPI 3.1 document of the gateway's own endpoints. Ends with a newline. */
export async function renderOpenApi(): Promise<string> {
  const version: unknown = Reflect.get(Object(readPackageJson('package.json')), 'version')
  const app = fastify()
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Gatehouse',
        description:
          'The gateway’s own endpoints, at their default paths. Everything else belongs to the application. Operations of the tag `management` are on the management listener.',
        version: String(version),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' }
      },
      servers: [
        { url: 'https://app.example.com', description: 'Visitors and programs: `publicUrl`.' },
        { url: 'http://127.0.0.1:9090', description: 'Tag `management`: the management listener.' }
      ],
      components: {
        securitySchemes: {
          idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          session: { type: 'apiKey', in: 'cookie', name: '__Host-gatehouse' },
          managementToken: { type: 'http', scheme: 'bearer' }
        }
      }
    },
    refResolver: { buildLocalReference: ({ $id }) => String($id) }
  })
  for (const [shape, name] of NAMES) app.addSchema({ $id: name, ...shape })
  app.after(() => {
    for (const operation of OPERATIONS) app.route({ ...describe(operation), handler: async () => '' })
  })
  await app.ready()
  const document = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  return document
}

function describe({ method, url, tag, summary, query, body, security, responses }: Operation) {
  const properties = Object.fromEntries(
    Object.entries(query ?? {}).map(([name, description]) => [name, { type: 'string', description }])
  )
  return {
    method,
    url,
    schema: {
      tags: [tag],
      summary,
      operationId: `${method} ${url}`
        .toLowerCase()
        .replace(/[^a-z0-9]+(.)?/g, (_match, letter = '') => letter.toUpperCase()),
      ...(query === undefined ? {} : { querystring: { type: 'object', properties } }),
      ...(body === undefined ? {} : { body: refer(body) }),
      security: security === undefined ? [] : [{ [security]: [] }],
      response: Object.fromEntries(
        Object.entries(responses).map(([status, answer]) => [status, referIn(answer)])
      )
    }
  }
}

/** A shape by its name: the document has it once. */
function refer(schema: object): object {
  const name = NAMES.get(schema)
  return name === undefined ? schema : { $ref: `${name}#` }
}

function referIn(answer: Operation['responses'][string]): object {
  const content = Object.entries(answer.content ?? {})
  if (content.length === 0) return answer
  return {
    ...answer,
    content: Object.fromEntries(content.map(([type, { schema }]) => [type, { schema: refer(schema) }]))
  }
}

/** The addresses of the gateway that are neither described nor excluded, and described ones that do not exist. */
export async function compareRoutes(): Promise<{ undescribed: string[]; missing: string[] }> {
  const urls = await listRoutes()
  const described = OPERATIONS.filter(({ tag }) => tag !== 'management').map(({ url }) => url)
  return {
    undescribed: [...urls].filter(
      (url) => !described.includes(url) && !HIDDEN.some((pattern) => pattern.test(url))
    ),
    missing: described.filter(
      (url) => !urls.has(url) && !urls.has(`${url}/*`) && !(url.startsWith(ISSUER) && urls.has(`${ISSUER}*`))
    )
  }
}

/** The addresses of a gateway with every endpoint. Those that end with `/*` include everything below. */
export async function listRoutes(): Promise<ReadonlySet<string>> {
  const loaded = loadConfig({ file: null, env: ENVIRONMENT, plugins: PLUGINS })
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  const urls = new Set<string>()
  const app = await createApp({
    plugins: PLUGINS,
    config: loaded.config,
    credentials: null,
    logger: createLog('silent', { write: () => {} }).logger,
    schedule: () => () => {},
    onRoute: ({ url }) => urls.add(url)
  })
  await app.close()
  return urls
}
