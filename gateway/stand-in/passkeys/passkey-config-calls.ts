import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireProjectCaller } from '../project/sign-in-config-calls.ts'
import { ProviderError, setErrorShape } from '../server/errors.ts'
import { Fields, textMember } from '../server/fields.ts'
import type { PasskeyConfig } from '../settings.ts'
import type { Provider } from '../state.ts'
import { projectNumberOf } from '../tokens/token-issuer.ts'

function readTenant(request: FastifyRequest, { accounts }: Provider): string | undefined {
  const tenantId = textMember(request.params, 'tenant')
  accounts.requireTenant(tenantId)
  return tenantId
}

function find(tenantId: string | undefined, { settings }: Provider): PasskeyConfig | null {
  return tenantId === undefined ? settings.passkeys : (settings.tenantPasskeys[tenantId] ?? null)
}

function keep(tenantId: string | undefined, config: PasskeyConfig, { settings }: Provider): void {
  if (tenantId === undefined) settings.passkeys = config
  else settings.tenantPasskeys = { ...settings.tenantPasskeys, [tenantId]: config }
}

function describe(tenantId: string | undefined, config: PasskeyConfig | null, { projectId }: Provider) {
  if (config === null) throw new ProviderError(404, 'Requested entity was not found.')
  const tenant = tenantId === undefined ? '' : `/tenants/${tenantId}`
  return { name: `projects/${projectNumberOf(projectId)}${tenant}/passkeyConfig`, ...config }
}

function change(request: FastifyRequest, deps: Provider) {
  const tenantId = readTenant(request, deps)
  const fields = new Fields(request.body, ['name', 'rpId', 'expectedOrigins'])
  const mask = (textMember(request.query, 'updateMask') ?? '').split(',')
  const before = find(tenantId, deps)
  const rpId = mask.includes('rpId') ? fields.text('rpId') : before?.rpId
  const expectedOrigins = mask.includes('expectedOrigins')
    ? fields.texts('expectedOrigins')
    : (before?.expectedOrigins ?? [])
  if (!rpId || expectedOrigins.length === 0) throw new ProviderError(400, 'INVALID_CONFIG')
  // Every passkey hangs on it.
  if (before !== null && before.rpId !== rpId)
    throw new ProviderError(400, 'INVALID_CONFIG : rpId is immutable')
  const config = { rpId, expectedOrigins }
  keep(tenantId, config, deps)
  return describe(tenantId, config, deps)
}

/** Registers `v2/…/passkeyConfig` of the project and of its tenants, which administrators read and change. */
export function registerPasskeyConfigCalls(scope: FastifyInstance, deps: Provider): void {
  setErrorShape(scope, 'identityToolkit')
  const onRequest = [deps.intercept('passkeyConfig'), requireProjectCaller(deps)]
  for (const parent of ['/v2/projects/:project', '/v2/projects/:project/tenants/:tenant']) {
    const path = `${parent}/passkeyConfig`
    scope.get(path, { onRequest }, async (request) => {
      const tenantId = readTenant(request, deps)
      return describe(tenantId, find(tenantId, deps), deps)
    })
    scope.patch(path, { onRequest }, async (request) => change(request, deps))
  }
}
