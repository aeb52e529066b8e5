import { listProblems, type Problem } from '../../problem.ts'
import type { Config, StoreConfig } from '../schema/schema.ts'
import { problemsOf, readText } from './files.ts'

/** Fills in the web API key from its file, or a dummy one for the emulator. */
export function readApiKey(settings: Config['identityPlatform']): Problem[] {
  const { apiKey, apiKeyFile, emulatorHost } = settings
  const { text, problems } = readSecret(apiKeyFile, 'identityPlatform.apiKey', apiKey !== '')
  if (text !== null) settings.apiKey = text.trim()
  if (emulatorHost !== null) {
    settings.emulatorHost = emulatorHost.replace(/^http:\/\//, '')
    settings.apiKey ||= 'emulator'
  }
  return problems
}

/** Fills in the signature keys from their file, one per line. */
export function readSignatureKeys(cookie: Config['cookie']): Problem[] {
  const isWritten = cookie.signatureKeys.length > 0
  const { text, problems } = readSecret(cookie.signatureKeysFile, 'cookie.signatureKeys', isWritten)
  const lines = text?.split('\n').map((line) => line.trim())
  if (lines !== undefined) cookie.signatureKeys = lines.filter((line) => line !== '')
  return problems
}

/** Fills in the private keys of the assertion from their file. */
export function readAssertionKeys(assertion: Config['assertion']): Problem[] {
  const isWritten = assertion.privateKeys.length > 0
  const { text, problems } = readSecret(assertion.privateKeysFile, 'assertion.privateKeys', isWritten)
  if (text !== null)
    assertion.privateKeys = text.split(/(?<=-----END [^-]+-----)/).filter((pem) => pem.trim() !== '')
  return problems
}

/** Fills in the store's URL from its file. */
export function readStoreUrl(store: StoreConfig): Problem[] {
  const { text, problems } = readSecret(store.urlFile, 'store.url', store.url !== null)
  if (text !== null) store.url = text.trim()
  return problems
}

/** Fills in the secrets of the authorization server's clients from their files. */
export function readClientSecrets({ clients }: Config['authorizationServer']): Problem[] {
  return clients.flatMap((client, index) => {
    const name = `authorizationServer.clients[${index}].secret`
    const { text, problems } = readSecret(client.secretFile ?? null, name, client.secret != null)
    if (text !== null) client.secret = text.trim()
    return problems
  })
}

/** Token characters allowed in a header (RFC 6750, 2.1). */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/
const MIN_TOKEN_CHARS = 32

/** Token of the management listener; null if none is required. Problems contain no part of it. */
export function readManagementToken({ tokenFile }: Config['management']): {
  token: string | null
  problems: Problem[]
} {
  if (tokenFile === null) return { token: null, problems: [] }
  const path = 'management.tokenFile'
  const read = readText(tokenFile, path)
  if (read.kind === 'invalid') return { token: null, problems: read.problems }
  const token = read.text.trim()
  const message = findTokenFault(token)
  if (message === null) return { token, problems: [] }
  const hint = 'Create one with `openssl rand -hex 32`.'
  return { token: null, problems: [{ path, message, hint }] }
}

function findTokenFault(token: string): string | null {
  if (token.length < MIN_TOKEN_CHARS)
    return `is a file whose token is shorter than ${MIN_TOKEN_CHARS} characters`
  return TOKEN.test(token) ? null : 'names a file whose token has characters that a header cannot carry'
}

/** `name`: key path of the secret; `isWritten`: whether it is also set directly. `text`: null if not read. */
function readSecret(
  file: string | null,
  name: string,
  isWritten: boolean
): { text: string | null; problems: Problem[] } {
  if (file === null) return { text: null, problems: [] }
  const path = `${name}File`
  const message = `cannot be combined with \`${name.split('.')[1]}\``
  const read = readText(file, path)
  const problems = listProblems(
    isWritten && { path, message, hint: 'Keep one of the two.' },
    ...problemsOf(read)
  )
  return { text: read.kind === 'text' ? read.text : null, problems }
}
