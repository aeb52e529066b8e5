import type { Credentials } from '../../../config/credentials/credentials.ts'
import { canSign } from '../../../config/credentials/credentials.ts'
import type { Config } from '../../../config/schema/schema.ts'
import { defineCheck } from '../check.ts'
import { fail, type Issue, judge, ok, skip, warn } from '../finding.ts'
import { judgeFailure, type ProviderProbes, toIssue } from '../provider-probes.ts'
import { withProvider } from './provider.ts'

/** A custom token for nobody, which goes nowhere. */
const PROBE = { uid: 'gatehouse-doctor', tenantId: null }

/** May the credentials look accounts up, and sign custom tokens where sessions need that? */
export const credentialsCheck = defineCheck(
  'CREDENTIALS',
  { reads: ['identityPlatform', 'session'], isRemote: true },
  async ({ identityPlatform, session }, context) =>
    withProvider(context, async (provider) => {
      const { credentials } = context.inspected
      if (identityPlatform.emulatorHost !== null) return skip('the emulator asks for none')
      if (credentials === null || provider.lookUp === null) return judgeNone(session)
      const account = await provider.lookUp()
      if (account.kind === 'failed' && account.failure.code !== 'USER_NOT_FOUND') {
        const { status, seen, advice } = judgeFailure(account.failure)
        return { status, seen: `${describeKind(credentials)}: ${seen}`, advice }
      }
      const needsSignature = session.acquire !== 'handover' && canSign(credentials)
      const refusal = needsSignature ? await trySigning(provider) : null
      const abilities = ['may look accounts up', ...(needsSignature && refusal === null ? ['may sign'] : [])]
      return judge(`${describeKind(credentials)}: ${abilities.join(', ')}`, refusal)
    })
)

/** Sessions then begin with the tokens of the login page, and accounts are looked up with id tokens. */
function judgeNone({ acquire }: Config['session']) {
  return acquire === 'exchange'
    ? judge(
        'none',
        fail('session.acquire: exchange needs credentials', 'set identityPlatform.credentialsFile')
      )
    : ok('none: sessions begin by handover, and `gatehouse users` cannot be used')
}

async function trySigning({ platform }: ProviderProbes): Promise<Issue | null> {
  const signed = await platform.signCustomToken(PROBE)
  if (signed.kind === 'signed') return null
  const { cause, fix, status } = toIssue(signed.failure)
  const text = `no session can begin, because custom tokens cannot be signed (${signed.failure.detail}): ${cause}`
  return status === 'fail' ? fail(text, fix) : warn(text, fix)
}

function describeKind(credentials: Credentials): string {
  if (credentials.kind === 'key') return 'service account key'
  return credentials.kind === 'metadata' ? 'account of this machine' : `file of type ${credentials.type}`
}
