import type { FastifyRequest } from 'fastify'
import { idTokenAudience } from '../config/applications.ts'
import type { UpstreamConfig } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import type { IdTokens } from '../identity-platform/credentials/service-tokens.ts'
import { SERVICE_CREDENTIAL_HEADER } from './client-header-rules.ts'
import type { BuildRequestHeaders } from './request-headers.ts'

/** The gateway's own id token for an application. Null: it asks for none. `idTokens`: null: no credentials, so requests fail. */
export function createServiceCredential(upstream: UpstreamConfig, idTokens: IdTokens | null) {
  const audience = idTokenAudience(upstream)
  if (audience === null) return null
  const slot = idTokens?.of(audience) ?? null
  /** Of the latest prepared request: it may end while the request waits for a connection. */
  let latest: string | null = null

  async function wait(request: FastifyRequest): Promise<void> {
    const result = slot === null ? null : await slot.get()
    if (result?.kind === 'token') {
      latest = result.token
      return
    }
    const { application } = request.record
    request.server.reportEvent({ kind: 'upstream.failed', failure: 'local', application })
    throw new Fault('UPSTREAM_CREDENTIALS', {
      call: 'id_token',
      detail: result?.failure.detail ?? 'the gateway has no credentials that make id tokens',
      cause: result?.failure.cause
    })
  }

  return {
    warm: () => void slot?.get(),
    /** Null: there is a token. Otherwise resolves once there is one, or rejects with `UPSTREAM_CREDENTIALS`. */
    prepare(request: FastifyRequest): Promise<void> | null {
      const token = slot?.current() ?? null
      if (token === null) return wait(request)
      latest = token
      return null
    },
    addTo:
      (build: BuildRequestHeaders): BuildRequestHeaders =>
      (request) => {
        const list = build(request)
        if (latest === null)
          throw new Fault('UPSTREAM_CREDENTIALS', { detail: 'the request is not prepared' })
        list.push(SERVICE_CREDENTIAL_HEADER, `Bearer ${latest}`)
        return list
      }
  }
}
