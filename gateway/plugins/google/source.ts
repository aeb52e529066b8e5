import { failed, wrongShape } from '../../src/identity-platform/client/error-sorting.ts'
import { CLOUD_SCOPE, postJson } from '../../src/identity-platform/client/http.ts'
import type { CredentialSource, SourceOptions } from '../../src/identity-platform/credentials/credentials.ts'
import type { GoogleCredentials } from './credential-file.ts'
import { createFileTokens } from './file-tokens.ts'
import { createMachineTokens } from './machine.ts'

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Tokens for credentials without a key, and signatures by Google's signBlob. */
export function createSource(credentials: GoogleCredentials, options: SourceOptions): CredentialSource {
  const tokens =
    credentials.kind === 'metadata'
      ? createMachineTokens(credentials, options.now)
      : createFileTokens(credentials, options)
  return {
    ...tokens,
    // https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/signBlob
    async sign(signingInput, ask) {
      const account = await tokens.issuer()
      if (account.kind === 'failed') return account
      const url = `${options.endpoints.iamCredentials}/v1/projects/-/serviceAccounts/${account.email}:signBlob`
      const payload = Buffer.from(signingInput).toString('base64')
      const response = await ask('sign', postJson(url, { payload }), CLOUD_SCOPE)
      if (response.kind === 'failed') return response
      const { signedBlob } = response.body
      if (typeof signedBlob !== 'string' || !BASE64.test(signedBlob))
        return failed(wrongShape('200 without signedBlob'))
      return { kind: 'signed', signature: Buffer.from(signedBlob, 'base64').toString('base64url') }
    }
  }
}
