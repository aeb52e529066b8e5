import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readBearer, scopeOf } from '../credentials/access-tokens.ts'
import { requireApiKey } from '../server/api-key-calls.ts'
import { ProviderError, setErrorShape } from '../server/errors.ts'
import { Fields, textMember } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { projectNumberOf } from '../tokens/token-issuer.ts'

const HOST = 'firebaseappcheck.googleapis.com'
const KEYS_MAX_AGE_SECONDS = 21_600
/** What Google's script gives a visitor that is taken for a robot. */
const ROBOT_TOKEN = 'robot'

/** The app of the path; throws 404 for another project's. */
function appOf(request: FastifyRequest, { projectId }: Provider): string {
  const project = textMember(request.params, 'project')
  if (project !== projectId && project !== projectNumberOf(projectId))
    throw new ProviderError(404, 'Requested entity was not found.')
  return textMember(request.params, 'app') ?? ''
}

async function exchangeCustomToken(request: FastifyRequest, deps: Provider): Promise<object> {
  const appId = appOf(request, deps)
  const customToken = new Fields(request.body, ['customToken', 'limitedUse']).text('customToken') ?? ''
  const named = await deps.serviceAccount.openAppCheckToken(customToken)
  if (named !== appId) throw new ProviderError(403, 'App attestation failed.')
  return deps.appCheck.exchange(appId)
}

function attest(request: FastifyRequest, deps: Provider, member: string): object {
  const token = new Fields(request.body, [member, 'limited_use']).text(member)
  if (!token || token === ROBOT_TOKEN) throw new ProviderError(403, 'App attestation failed.')
  return deps.appCheck.exchange(appOf(request, deps))
}

/** Registers the exchanges of the service account and of browsers, and the public keys. */
export function registerAppCheckCalls(scope: FastifyInstance, deps: Provider): void {
  setErrorShape(scope, 'rpcStatus')
  const authenticate = async (request: FastifyRequest): Promise<void> => {
    deps.tokens.require(readBearer(request), [scopeOf('cloud-platform'), scopeOf('firebase')], HOST)
  }
  // App ids have colons, and the name of the method follows the last one.
  const path = (method: string) => `/v1/projects/:project/apps/:app(.+)::${method}`
  scope.post(
    path('exchangeCustomToken'),
    { onRequest: [deps.intercept('appCheckExchange'), authenticate] },
    async (request) => exchangeCustomToken(request, deps)
  )
  for (const [method, member] of [
    ['exchangeRecaptchaEnterpriseToken', 'recaptcha_enterprise_token'],
    ['exchangeDebugToken', 'debug_token']
  ] as const)
    scope.post(
      path(method),
      { onRequest: [deps.intercept('appCheckAttestation'), requireApiKey(deps)] },
      async (request) => attest(request, deps, member)
    )
  scope.get('/v1/jwks', { onRequest: deps.intercept('appCheckKeys') }, async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${KEYS_MAX_AGE_SECONDS}`)
    return deps.keys.jwks()
  })
}
