import type { FastifyInstance, FastifyRequest } from 'fastify'
import { buildErrorInfo, ProviderError, setErrorShape } from '../server/errors.ts'
import { Fields, textMember } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { readBearer, scopeOf } from './access-tokens.ts'

/** What the base URL of IAM Credentials ends with. */
export const IAM_HOST = 'iamcredentials.googleapis.com'

const IAM_SCOPES = ['cloud-platform', 'iam'].map(scopeOf)
const MAX_TTL_SECONDS = 3600
// Both alphabets, as in every bytes field of Google's JSON.
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

function requirePermission(
  request: FastifyRequest,
  { serviceAccount }: Provider,
  permission: string,
  isGranted: boolean
): void {
  if (isGranted && textMember(request.params, 'email') === serviceAccount.key.client_email) return
  throw new ProviderError(403, `Permission '${permission}' denied on resource (or it may not exist).`, {
    details: [buildErrorInfo('IAM_PERMISSION_DENIED', { permission }, 'iam.googleapis.com')]
  })
}

function signBlob(request: FastifyRequest, deps: Provider): Record<string, unknown> {
  const { serviceAccount, settings } = deps
  requirePermission(request, deps, 'iam.serviceAccounts.signBlob', settings.serviceAccountMaySign)
  const payload = new Fields(request.body, ['payload', 'delegates']).text('payload')
  if (payload === undefined || !BASE64.test(payload)) {
    const detail = `Base64 decoding failed for "${payload ?? ''}"`
    throw new ProviderError(400, `Invalid value at 'payload' (TYPE_BYTES), ${detail}`)
  }
  const signature = serviceAccount.sign(Buffer.from(payload, 'base64'))
  return { keyId: serviceAccount.key.private_key_id, signedBlob: signature.toString('base64') }
}

function readLife(text = `${MAX_TTL_SECONDS}s`): number {
  const seconds = Number(/^(\d+)s$/.exec(text)?.[1] ?? 0)
  if (seconds > 0 && seconds <= MAX_TTL_SECONDS) return seconds
  throw new ProviderError(400, `The access token lifetime must be in the range (0s, ${MAX_TTL_SECONDS}s].`)
}

function generateAccessToken(request: FastifyRequest, deps: Provider): Record<string, unknown> {
  const { tokens, settings, now } = deps
  const isGranted = settings.serviceAccountMayBeImpersonated
  requirePermission(request, deps, 'iam.serviceAccounts.getAccessToken', isGranted)
  const fields = new Fields(request.body, ['scope', 'lifetime', 'delegates'])
  const scopes = fields.texts('scope')
  if (scopes.length === 0) throw new ProviderError(400, 'Request contains an invalid argument.')
  const ttlSeconds = readLife(fields.text('lifetime'))
  const expiresAt = new Date((Math.floor(now()) + ttlSeconds) * 1000)
  return {
    accessToken: tokens.mint('serviceAccount', scopes, ttlSeconds),
    expireTime: expiresAt.toISOString().replace('.000', '')
  }
}

function generateIdToken(request: FastifyRequest, deps: Provider): Record<string, unknown> {
  const { serviceAccount, settings } = deps
  const isGranted = settings.serviceAccountMayMakeIdTokens
  requirePermission(request, deps, 'iam.serviceAccounts.getOpenIdToken', isGranted)
  const audience = new Fields(request.body, ['audience', 'delegates', 'includeEmail']).text('audience')
  if (!audience) throw new ProviderError(400, 'Request contains an invalid argument.')
  return { token: serviceAccount.mintIdToken(audience) }
}

/** Registers signBlob, generateAccessToken and generateIdToken of the project's service account. */
export function registerIamCalls(scope: FastifyInstance, deps: Provider): void {
  setErrorShape(scope, 'rpcStatus')
  const authenticate = async (request: FastifyRequest): Promise<void> => {
    deps.tokens.require(readBearer(request), IAM_SCOPES, IAM_HOST)
  }
  const post = (
    call: 'signBlob' | 'generateAccessToken' | 'generateIdToken',
    response: (request: FastifyRequest, deps: Provider) => unknown
  ): void => {
    scope.post(
      `/${IAM_HOST}/v1/projects/-/serviceAccounts/:email([^:]+)::${call}`,
      { onRequest: [deps.intercept(call), authenticate] },
      async (request) => response(request, deps)
    )
  }
  post('signBlob', signBlob)
  post('generateAccessToken', generateAccessToken)
  post('generateIdToken', generateIdToken)
}
