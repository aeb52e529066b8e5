import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireCaller } from '../accounts/admin-caller.ts'
import { scopeOf } from '../credentials/access-tokens.ts'
import { ProviderError, setErrorShape } from '../server/errors.ts'
import { textMember } from '../server/fields.ts'
import type { ProviderSettings } from '../settings.ts'
import type { Provider } from '../state.ts'
import { projectNumberOf } from '../tokens/token-issuer.ts'

const SCOPES = ['identitytoolkit', 'cloud-platform', 'firebase'].map(scopeOf)

/** A hook that refuses callers who are not administrators of the project, and other projects. */
export function requireProjectCaller(deps: Provider) {
  return async (request: FastifyRequest): Promise<void> => {
    requireCaller(request, deps, SCOPES)
    if (textMember(request.params, 'project') !== deps.projectId)
      throw new ProviderError(403, 'The caller does not have permission')
  }
}

/** Registers `v2/…/config` of the project and `v2/…/tenants/…`, which only read. False members are omitted, as in production. */
export function registerSignInConfigCalls(scope: FastifyInstance, deps: Provider): void {
  setErrorShape(scope, 'identityToolkit')
  const { intercept, projectId } = deps
  const onRequest = [intercept('signInConfig'), requireProjectCaller(deps)]
  scope.get('/v2/projects/:project/config', { onRequest }, async () => describeProject(deps))
  scope.get('/v2/projects/:project/tenants/:tenant', { onRequest }, async (request) => {
    const tenant = textMember(request.params, 'tenant')
    deps.accounts.requireTenant(tenant)
    return describeTenant(`projects/${projectId}/tenants/${tenant}`, deps)
  })
}

function describeProject({ projectId, settings }: Provider): Record<string, unknown> {
  const { flag, secondFactors } = readSwitches(settings)
  return {
    name: `projects/${projectNumberOf(projectId)}/config`,
    signIn: {
      email: { enabled: flag('password'), passwordRequired: flag('emailLink') ? undefined : true },
      phoneNumber: { enabled: flag('phone') },
      anonymous: { enabled: flag('anonymous') }
    },
    mfa: secondFactors,
    blockingFunctions: describeFunctions(settings)
  }
}

// Their addresses lead to nothing, unless a test says where.
function describeFunctions({ blockingFunctions, functionUrl }: ProviderSettings) {
  const events = Object.keys(blockingFunctions)
  if (events.length === 0) return undefined
  const triggers = events.map((event) => [event, { functionUri: `${functionUrl}/${event}` }])
  return { triggers: Object.fromEntries(triggers) }
}

function describeTenant(name: string, { settings }: Provider): Record<string, unknown> {
  const { flag, secondFactors } = readSwitches(settings)
  return {
    name,
    allowPasswordSignup: flag('password'),
    enableEmailLinkSignin: flag('emailLink'),
    enableAnonymousUser: flag('anonymous'),
    mfaConfig: secondFactors
  }
}

function readSwitches({ switchedOn }: ProviderSettings) {
  const flag = (name: (typeof switchedOn)[number]) => (switchedOn.includes(name) ? true : undefined)
  const hasAny = flag('sms') === true || flag('totp') === true
  return {
    flag,
    secondFactors: {
      state: hasAny ? 'ENABLED' : 'DISABLED',
      enabledProviders: flag('sms') && ['PHONE_SMS'],
      providerConfigs: flag('totp') && [{ state: 'ENABLED', totpProviderConfig: { adjacentIntervals: 5 } }]
    }
  }
}
