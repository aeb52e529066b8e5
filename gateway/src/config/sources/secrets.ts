import type { Problem } from '../../problem.ts'
import type { Config } from '../schema/schema.ts'
import { readText } from './files.ts'

/** Key paths of what `readApiKey` and `readSignatureKeys` read and write. */
export const SECRET_KEYS = [
  'identityPlatform.apiKey',
  'identityPlatform.apiKeyFile',
  'identityPlatform.emulatorHost',
  'cookie.signatureKeys',
  'cookie.signatureKeysFile'
]

/** Fills in the web API key from its file; for an emulator, which wants some key and takes any, one that it takes. */
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

/** Fills in the signature keys from their file, which has one a line. */
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

/** `name`: key path of the secret; `isWritten`: does it stand there itself? */
function readSecret(
  file: string | null,
  { name, isWritten }: { name: string; isWritten: boolean },
  fill: (text: string) => void
): Problem[] {
  if (file === null) return []
  const path = `${name}File`
  const beside = { path, message: `stands beside \`${name.split('.')[1]}\``, hint: 'Keep one of the two.' }
  const problems = isWritten ? [beside] : []
  const read = readText(file, path)
  if (read.kind === 'invalid') return [...problems, ...read.problems]
  fill(read.text)
  return problems
}
