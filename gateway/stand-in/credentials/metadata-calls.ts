import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProviderError, setErrorShape } from '../server/errors.ts'
import { textMember } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { projectNumberOf } from '../tokens/token-issuer.ts'
import { scopeOf } from './access-tokens.ts'

const BASE_PATH = '/computeMetadata/v1'
const ACCOUNTS_PATH = '/instance/service-accounts'
const INSTANCE_SCOPES = [scopeOf('cloud-platform')]
// The same token is handed out until this much of its life is left.
const RENEWAL_SECONDS = 300

/** Access tokens of the machine's own service account, one for each set of scopes. */
function createMachineTokens({ now, tokens }: Provider) {
  const cached = new Map<string, string>()
  const remainingSeconds = (accessToken: string) =>
    Math.floor((tokens.find(accessToken)?.expiresAtSeconds ?? 0) - now())
  return (scopes: string[]): Record<string, unknown> => {
    const key = [...scopes].sort().join(',')
    const known = cached.get(key)
    const isFresh = known !== undefined && remainingSeconds(known) > RENEWAL_SECONDS
    const accessToken = isFresh ? known : tokens.mint('serviceAccount', scopes)
    cached.set(key, accessToken)
    return { access_token: accessToken, expires_in: remainingSeconds(accessToken), token_type: 'Bearer' }
  }
}

async function requireFlavor(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('metadata-flavor', 'Google')
  if (request.headers['metadata-flavor'] === 'Google') return
  throw new ProviderError(403, 'Missing Metadata-Flavor:Google header.')
}

/** Registers what client libraries ask the metadata server; its answers carry `Metadata-Flavor`, injected faults do not. */
export function registerMetadataCalls(scope: FastifyInstance, deps: Provider): void {
  setErrorShape(scope, 'html')
  const { serviceAccount } = deps
  const { client_email: email, project_id: projectId } = serviceAccount.key
  const tokenFor = createMachineTokens(deps)
  const get = (path: string, response: (request: FastifyRequest) => unknown): void => {
    scope.get(
      `${BASE_PATH}${path}`,
      { onRequest: [deps.intercept('metadata'), requireFlavor] },
      async (request) => response(request)
    )
  }
  const ofAccount = (path: string, response: (request: FastifyRequest) => unknown): void => {
    for (const account of ['default', email]) get(`${ACCOUNTS_PATH}/${account}/${path}`, response)
  }
  get('/instance', () => 'service-accounts/\n')
  get('/project/project-id', () => projectId)
  get('/project/numeric-project-id', () => projectNumberOf(projectId))
  get('/universe/universe-domain', () => 'googleapis.com')
  get(`${ACCOUNTS_PATH}/`, () => ({ default: { aliases: ['default'], email, scopes: INSTANCE_SCOPES } }))
  ofAccount('email', () => email)
  ofAccount('scopes', () => `${INSTANCE_SCOPES.join('\n')}\n`)
  ofAccount('identity', (request) => {
    const audience = textMember(request.query, 'audience')
    if (!audience) throw new ProviderError(400, 'non-empty audience parameter required')
    return serviceAccount.mintIdToken(audience)
  })
  ofAccount('token', (request) => {
    const scopes = textMember(request.query, 'scopes')
    return tokenFor(scopes ? scopes.split(',') : INSTANCE_SCOPES)
  })
}
