import type { Problem } from '../../problem.ts'
import type { Config, StoreConfig } from '../schema/schema.ts'
import { readText } from './files.ts'

/** Fills in the web API key from its file, or a dummy one for the emulator. */
export function readApiKey(settings: Config['identityPlatform']): Problem[] {
  const { apiKey, apiKeyFile, emulatorHost } = settings
  const problems = readSecret(
    apiKeyFile,
    { name: 'identityPlatform.apiKey', isWritten: apiKey !== '' },
    (text) => {
      settings.apiKey = text.trim()
    }
  )
  if (emulatorHost !== null) {
    settings.emulatorHost = emulatorHost.replace(/^http:\/\//, '')
    settings.apiKey ||= 'emulator'
  }
  return problems
}

/** Fills in the signature keys from their file, one per line. */
export function readSignatureKeys(cookie: Config['cookie']): Problem[] {
  const { signatureKeys, signatureKeysFile } = cookie
  return readSecret(
    signatureKeysFile,
    { name: 'cookie.signatureKeys', isWritten: signatureKeys.length > 0 },
    (text) => {
      const lines = text.split('\n').map((line) => line.trim())
      cookie.signatureKeys = lines.filter((line) => line !== '')
    }
  )
}

/** Fills in the store's URL from its file. */
export function readStoreUrl(store: StoreConfig): Problem[] {
  return readSecret(store.urlFile, { name: 'store.url', isWritten: store.url !== null }, (text) => {
    store.url = text.trim()
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
  const hint = 'Create one with `openssl rand -hex 32`.'
  const message = findTokenFault(token)
  return message === null ? { token, problems: [] } : { token: null, problems: [{ path, message, hint }] }
}

function findTokenFault(token: string): string | null {
  if (token.length < MIN_TOKEN_CHARS)
    return `is a file whose token is shorter than ${MIN_TOKEN_CHARS} characters`
  return TOKEN.test(token) ? null : 'names a file whose token has characters that a header cannot carry'
}

/** `name`: key path of the secret; `isWritten`: whether it is also set directly. */
function readSecret(
  file: string | null,
  { name, isWritten }: { name: string; isWritten: boolean },
  fill: (text: string) => void
): Problem[] {
  if (file === null) return []
  const path = `${name}File`
  const beside = {
    path,
    message: `cannot be combined with \`${name.split('.')[1]}\``,
    hint: 'Keep one of the two.'
  }
  const problems = isWritten ? [beside] : []
  const read = readText(file, path)
  if (read.kind === 'invalid') return [...problems, ...read.problems]
  fill(read.text)
  return problems
}
