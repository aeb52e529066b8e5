import { listProblems, type Problem } from '../../problem.ts'
import type { Config, SettingsPlugin, UpstreamConfig } from '../schema/schema.ts'
import { MAX_SECRET_BYTES, problemsOf, readText } from './files.ts'

/** Fills in the secrets that are in files, except for the token of the management listener. */
export function readSecrets(config: Config, plugins: readonly SettingsPlugin[]): Problem[] {
  const { identityPlatform, cookie, assertion, store } = config
  const { signatureKeys, signatureKeysFile } = cookie
  const { privateKeys, privateKeysFile } = assertion
  return [
    ...readApiKey(identityPlatform),
    ...readSecret('cookie.signatureKeys', signatureKeysFile, signatureKeys.length > 0, (text) => {
      const lines = text.split('\n').map((line) => line.trim())
      cookie.signatureKeys = lines.filter((line) => line !== '')
    }),
    ...readSecret('assertion.privateKeys', privateKeysFile, privateKeys.length > 0, (text) => {
      const pems = text.split(/(?<=-----END [^-]+-----)/)
      assertion.privateKeys = pems.filter((pem) => pem.trim() !== '')
    }),
    ...plugins.flatMap(({ settings }) => settings?.readSecrets?.(config) ?? []),
    ...readUpstreamHeaders(config.upstream, 'upstream'),
    ...config.applications.flatMap(({ upstream }, index) =>
      readUpstreamHeaders(upstream, `applications[${index}].upstream`)
    ),
    ...readSecret('store.url', store?.urlFile ?? null, store?.url != null, (text) => {
      if (store !== null) store.url = text.trim()
    })
  ]
}

function readApiKey(settings: Config['identityPlatform']): Problem[] {
  const { apiKey, apiKeyFile, emulatorHost } = settings
  const problems = readSecret('identityPlatform.apiKey', apiKeyFile, apiKey !== '', (text) => {
    settings.apiKey = text.trim()
  })
  if (emulatorHost !== null) {
    settings.emulatorHost = emulatorHost.replace(/^http:\/\//, '')
    settings.apiKey ||= 'emulator'
  }
  return problems
}

/** Fills in fixed headers of an application; `path`: config path of its upstream. */
function readUpstreamHeaders(upstream: Partial<UpstreamConfig> | null | undefined, path: string): Problem[] {
  return Object.entries(upstream?.headers ?? {}).flatMap(([name, header]) =>
    readSecret(`${path}.headers.${name}.value`, header.valueFile, header.value !== null, (text) => {
      header.value = text.trim()
    })
  )
}

/** Token characters allowed in a header (RFC 6750, 2.1). */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/
/** @public */
export const MIN_TOKEN_CHARS = 32
/** @public */
export const TOO_SHORT = `is a file whose secret is shorter than ${MIN_TOKEN_CHARS} characters`
const TOKEN_HINT = 'Create one with `openssl rand -hex 32`.'

/** Token of the management listener; null if none is required. Problems contain no part of it. */
export function readManagementToken({ tokenFile }: Config['management']) {
  if (tokenFile === null) return { token: null, problems: [] }
  const path = 'management.tokenFile'
  const read = readText(tokenFile, path, MAX_SECRET_BYTES)
  if (read.kind === 'invalid') return { token: null, problems: read.problems }
  const token = read.text.trim()
  const message = findTokenFault(token)
  if (message === null) return { token, problems: [] }
  return { token: null, problems: [{ path, message, hint: TOKEN_HINT }] }
}

/** @public What is wrong with a token that a header carries; null: nothing. */
export function findTokenFault(token: string): string | null {
  if (token.length < MIN_TOKEN_CHARS) return TOO_SHORT
  return TOKEN.test(token) ? null : 'names a file whose token has characters that a header cannot carry'
}

/** @public Like `readSecret`; `fillIn` returns what is wrong with a secret, or null. */
export function readLongSecret(
  name: string,
  file: string | null,
  isWritten: boolean,
  fillIn: (text: string) => string | null
): Problem[] {
  let message: string | null = null
  const problems = readSecret(name, file, isWritten, (text) => {
    message = fillIn(text.trim())
  })
  return listProblems(...problems, message !== null && { path: `${name}File`, message, hint: TOKEN_HINT })
}

/** `name`: key path of the secret; `isWritten`: whether it is also set directly. */
function readSecret(name: string, file: string | null, isWritten: boolean, fillIn: (text: string) => void) {
  if (file === null) return []
  const path = `${name}File`
  const message = `cannot be combined with \`${name.split('.').at(-1)}\``
  const read = readText(file, path, MAX_SECRET_BYTES)
  if (read.kind === 'text') fillIn(read.text)
  return listProblems(isWritten && { path, message, hint: 'Keep one of the two.' }, ...problemsOf(read))
}
