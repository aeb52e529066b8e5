import { isLoopback } from '../addresses/own-address.ts'
import { isPlainObject } from '../json-object.ts'

/** Metadata servers of other clouds, which speak http on an address that no router passes on. */
const LINK_LOCAL = /^(169\.254\.\d{1,3}\.\d{1,3}|\[fd00:ec2::254\])$/
const EXECUTABLES_VARIABLE = 'GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES'

/**
 * Told of one thing that is wrong with a credential file. `message`: the rest of a sentence, without any value of the
 * file; `hint`: what to do, when it is not the usual thing.
 */
export type Complain = (message: string, hint?: string) => void

/**
 * The known members of `credential_source`: where a workload of another cloud gets the token that stands for it.
 * https://cloud.google.com/iam/docs/workload-identity-federation
 */
export function readExternalSource(
  source: unknown,
  allowExecutables: boolean,
  complain: Complain
): Record<string, unknown> {
  if (!isPlainObject(source)) {
    complain('lacks `credential_source`')
    return {}
  }
  if (source.certificate !== undefined) {
    complain(
      'uses `credential_source.certificate`, which is not supported',
      'Use a file or a url as the source.'
    )
  }
  if (source.environment_id !== undefined) return readAws(source, complain)
  const ways = ['file', 'url', 'executable'].filter((name) => source[name] !== undefined)
  if (ways.length !== 1 && source.certificate === undefined) {
    complain('has a `credential_source` that is not one of `file`, `url` and `executable`')
  }
  if (source.executable !== undefined) return readExecutable(source.executable, allowExecutables, complain)
  return { ...readFileOrUrl(source, complain), ...readFormat(source.format, complain) }
}

function readFileOrUrl(source: Record<string, unknown>, complain: Complain): Record<string, unknown> {
  const { file, url, headers } = source
  if (file !== undefined) {
    if (typeof file !== 'string' || file === '') complain('has a `credential_source.file` that is not text')
    return { file }
  }
  if (url === undefined) return {}
  checkSourceUrl('url', url, complain)
  if (headers === undefined) return { url }
  if (!isPlainObject(headers) || !Object.values(headers).every((value) => typeof value === 'string')) {
    complain('has `credential_source.headers` that are not texts')
  }
  return { url, headers }
}

function readFormat(format: unknown, complain: Complain): Record<string, unknown> {
  if (format === undefined) return {}
  const { type, subject_token_field_name: field } = isPlainObject(format) ? format : {}
  const isSound = type === 'text' || (type === 'json' && typeof field === 'string' && field !== '')
  if (!isSound) {
    complain('has a `credential_source.format` that is neither `text` nor `json` with a field name')
  }
  return { format: type === 'json' ? { type, subject_token_field_name: field } : { type } }
}

function readExecutable(
  executable: unknown,
  allowExecutables: boolean,
  complain: Complain
): Record<string, unknown> {
  if (!allowExecutables) {
    complain(
      'uses `credential_source.executable`, which may not run',
      `Set ${EXECUTABLES_VARIABLE}=1 if whoever can write the file may run programs as the gateway.`
    )
  }
  const {
    command,
    timeout_millis: timeout,
    output_file: output
  } = isPlainObject(executable) ? executable : {}
  if (typeof command !== 'string' || command === '') complain('lacks `credential_source.executable.command`')
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout >= 5000 && timeout <= 120_000)) {
    complain('has a `credential_source.executable.timeout_millis` that is not 5000 to 120000')
  }
  if (output !== undefined && typeof output !== 'string') {
    complain('has a `credential_source.executable.output_file` that is not text')
  }
  return {
    executable: {
      command,
      ...(timeout === undefined ? {} : { timeout_millis: timeout }),
      ...(output === undefined ? {} : { output_file: output })
    }
  }
}

function readAws(source: Record<string, unknown>, complain: Complain): Record<string, unknown> {
  if (source.environment_id !== 'aws1') complain('has another `credential_source.environment_id` than `aws1`')
  const members: Record<string, unknown> = { environment_id: source.environment_id }
  for (const name of ['region_url', 'url', 'imdsv2_session_token_url']) {
    if (source[name] === undefined) continue
    checkSourceUrl(name, source[name], complain)
    members[name] = source[name]
  }
  const verification = source.regional_cred_verification_url
  // Google calls it with a request that this machine signs; a host of somebody else would be given the signature.
  const host = typeof verification === 'string' ? /^https:\/\/([^/?#@:]+)/.exec(verification)?.[1] : undefined
  if (host === undefined || !/\.amazonaws\.com(\.cn)?$/.test(host)) {
    complain('has a `credential_source.regional_cred_verification_url` that is not an https address of AWS')
  }
  return { ...members, regional_cred_verification_url: verification }
}

/** What comes back from there is believed to be our identity. */
function checkSourceUrl(name: string, value: unknown, complain: Complain): void {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null
  const isNear = url?.protocol === 'http:' && (isLoopback(url.hostname) || LINK_LOCAL.test(url.hostname))
  if (url?.protocol === 'https:' || isNear) return
  complain(`has a \`credential_source.${name}\` that is neither https nor on this machine`)
}
