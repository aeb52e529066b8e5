import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Provider } from '../state.ts'
import type { CallName } from './calls.ts'
import { buildErrorInfo, ProviderError, setErrorShape } from './errors.ts'
import { textMember } from './fields.ts'

/** Names the browser SDK sends along with most calls; they change nothing but `tenantId`. */
export const CLIENT_MEMBERS = [
  'returnSecureToken',
  'tenantId',
  'clientType',
  'captchaResponse',
  'captchaResp',
  'recaptchaVersion'
]

/** A call of browsers: method and path, its name for counters and faults, and what answers its body (POST) or query. */
export type ApiKeyCall = [
  route: `${'GET' | 'POST'} ${string}`,
  name: CallName,
  response: (input: unknown, deps: Provider) => unknown
]

/** A hook that refuses a request without a token of App Check where that is enforced. */
export function requireAppCheck({ appCheck }: Provider): (request: FastifyRequest) => Promise<void> {
  return async ({ headers }) => appCheck.require(headers['x-firebase-appcheck'])
}

/** A hook that refuses a request without an API key, in the query or in `x-goog-api-key`, or with a wrong one. */
export function requireApiKey({ apiKey }: Provider): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const given = textMember(request.query, 'key') ?? request.headers['x-goog-api-key']
    if (given === undefined || given === '')
      throw new ProviderError(403, 'The request is missing a valid API key.')
    if (apiKey !== undefined && given !== apiKey)
      throw new ProviderError(400, 'API key not valid. Please pass a valid API key.', {
        details: [buildErrorInfo('API_KEY_INVALID', { service: 'identitytoolkit.googleapis.com' })]
      })
  }
}

/** Registers calls that need an API key, with identitytoolkit's error shape. */
export function registerApiKeyCalls(
  scope: FastifyInstance,
  deps: Provider,
  calls: readonly ApiKeyCall[]
): void {
  setErrorShape(scope, 'identityToolkit')
  const withKey = [requireApiKey(deps), requireAppCheck(deps)]
  for (const [route, name, response] of calls) {
    const [method = '', path = ''] = route.split(' ')
    scope.route({
      method,
      // A colon in a route's path is doubled, else it starts a parameter.
      url: path.replace(':', '::'),
      onRequest: [deps.intercept(name), ...withKey],
      handler: async ({ query, body }) => response(method === 'GET' ? query : body, deps)
    })
  }
}
