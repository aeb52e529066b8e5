import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppCheck } from '../app-check/app-check.ts'
import type { CallName } from './calls.ts'
import { setErrorShape } from './error-responses.ts'
import { buildErrorInfo, ProviderError } from './errors.ts'
import { textMember } from './fields.ts'
import type { Interceptor } from './interceptor.ts'

/** Names the browser SDK sends along with most calls; they change nothing but `tenantId`. */
export const CLIENT_MEMBERS = [
  'returnSecureToken',
  'tenantId',
  'clientType',
  'captchaResponse',
  'captchaResp',
  'recaptchaVersion'
]

/** What stands in front of the calls of a browser. */
export interface ApiKeyDeps {
  /** Undefined: any key will do. */
  apiKey: string | undefined
  appCheck: Pick<AppCheck, 'require'>
  intercept: Interceptor
}

/** The path of a call under the service, `:` as it is, its name for counters and faults, and what answers the body or the query. */
export type ApiKeyCall<Deps> = [
  path: string,
  name: CallName,
  response: (input: unknown, deps: Deps) => unknown
]

/** A hook that refuses a request without a token of App Check where that is enforced. */
export function requireAppCheck(
  appCheck: Pick<AppCheck, 'require'>
): (request: FastifyRequest) => Promise<void> {
  return async ({ headers }) => appCheck.require(headers['x-firebase-appcheck'])
}

/** A hook that refuses a request without an API key, in the query or in `x-goog-api-key`, or with a wrong one. */
export function requireApiKey(apiKey: string | undefined): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const given = textMember(request.query, 'key') ?? request.headers['x-goog-api-key']
    if (given === undefined || given === '') {
      throw new ProviderError(403, 'The request is missing a valid API key.')
    }
    if (apiKey !== undefined && given !== apiKey) {
      throw new ProviderError(400, 'API key not valid. Please pass a valid API key.', {
        details: [buildErrorInfo('API_KEY_INVALID', { service: 'identitytoolkit.googleapis.com' })]
      })
    }
  }
}

/** Registers calls that need an API key, with identitytoolkit's error shape. */
export function registerApiKeyCalls<Deps extends ApiKeyDeps>(
  scope: FastifyInstance,
  deps: Deps,
  { get = [], post = [] }: { get?: ApiKeyCall<Deps>[]; post?: ApiKeyCall<Deps>[] }
): void {
  setErrorShape(scope, 'identityToolkit')
  const withKey = [requireApiKey(deps.apiKey), requireAppCheck(deps.appCheck)]
  for (const [path, name, response] of get) {
    const onRequest = [deps.intercept(name), ...withKey]
    scope.get(path, { onRequest }, async (request) => response(request.query, deps))
  }
  for (const [path, name, response] of post) {
    const onRequest = [deps.intercept(name), ...withKey]
    // A colon in a route's path is doubled, else it starts a parameter.
    scope.post(path.replace(':', '::'), { onRequest }, async (request) => response(request.body, deps))
  }
}
