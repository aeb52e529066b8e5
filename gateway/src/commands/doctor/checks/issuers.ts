import { projectIssuer } from '../../../config/bearer-issuers.ts'
import type { BearerIssuer } from '../../../config/schema/schema.ts'
import { createProviderHttp } from '../../../identity-platform/client/http.ts'
import { createIssuerKeys } from '../../../machines/issuer-keys.ts'
import { type DoctorContext, defineCheck } from '../check.ts'
import { count, evaluate, fail, ok, skip } from '../finding.ts'

/** The keys of each bearer token issuer can be fetched. The project's have their own check. */
export const issuersCheck = defineCheck(
  'ISSUERS',
  { reads: ['bearer', 'identityPlatform'], isRemote: true },
  async ({ bearer, identityPlatform }, context) => {
    const foreign = bearer.filter(({ issuer }) => issuer !== projectIssuer(identityPlatform))
    if (foreign.length === 0) return skip('only bearer tokens of the project are accepted')
    const found = await Promise.all(foreign.map((entry) => countKeys(entry, context)))
    const silent = found.filter(({ keys }) => keys === 0)
    if (silent.length === 0)
      return ok(found.map(({ issuer, keys }) => `${issuer}: ${count(keys, 'key')}`).join(', '))
    return evaluate(
      silent.map(({ issuer, reason }) => `${issuer}: ${reason}`).join('; '),
      fail(
        'callers with tokens of these issuers get 503',
        'make `issuer` match exactly, set `jwksUri` if there is no discovery document, and let this machine reach both'
      )
    )
  }
)

async function countKeys({ issuer, jwksUri }: BearerIssuer, { now }: DoctorContext) {
  const http = createProviderHttp()
  let reason = 'no answer'
  try {
    const keys = createIssuerKeys({
      http,
      issuer,
      jwksUri,
      now,
      report(event) {
        if (event.kind === 'issuer.unavailable') reason = event.failure.detail
      }
    })
    await keys.warm()
    return { issuer, keys: keys.condition().keys, reason }
  } finally {
    await http.close()
  }
}
