import type { Problem } from '../../problem.ts'
import { isPlainObject } from '../json-members.ts'
import { checkMembers, defineMembers, fileProblem, type Member, pickMembers } from './credential-members.ts'

const EXECUTABLES_VARIABLE = 'GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES'

const sourceUrl = (name: string): Member => ({
  schema: { type: 'string', format: 'source-url' },
  message: `has a \`credential_source.${name}\` that is neither https nor on this machine`
})

const FORMAT: Member = {
  schema: {
    type: 'object',
    required: ['type'],
    properties: { type: { enum: ['text', 'json'] } },
    if: { properties: { type: { const: 'json' } } },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema keyword
    then: {
      required: ['subject_token_field_name'],
      properties: { subject_token_field_name: { type: 'string', minLength: 1 } }
    }
  },
  message: 'has a `credential_source.format` that is neither `text` nor `json` with a field name'
}

const FILE_SOURCE = defineMembers({
  file: {
    schema: { type: 'string', minLength: 1 },
    message: 'has a `credential_source.file` that is not text'
  },
  format: FORMAT
})

const URL_SOURCE = defineMembers({
  url: sourceUrl('url'),
  headers: {
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    message: 'has `credential_source.headers` that are not texts'
  },
  format: FORMAT
})

const EXECUTABLE = defineMembers({
  command: {
    schema: { type: 'string', minLength: 1 },
    isRequired: true,
    message: 'lacks `credential_source.executable.command`'
  },
  timeout_millis: {
    schema: { type: 'number', minimum: 5000, maximum: 120_000 },
    message: 'has a `credential_source.executable.timeout_millis` that is not 5000 to 120000'
  },
  output_file: {
    schema: { type: 'string' },
    message: 'has a `credential_source.executable.output_file` that is not text'
  }
})

const AWS_SOURCE = defineMembers({
  environment_id: {
    schema: { const: 'aws1' },
    message: 'has another `credential_source.environment_id` than `aws1`'
  },
  region_url: sourceUrl('region_url'),
  url: sourceUrl('url'),
  imdsv2_session_token_url: sourceUrl('imdsv2_session_token_url'),
  regional_cred_verification_url: {
    schema: { type: 'string', format: 'aws-url' },
    isRequired: true,
    message: 'has a `credential_source.regional_cred_verification_url` that is not an https address of AWS'
  }
})

type ExternalSource =
  | { kind: 'source'; source: Record<string, unknown> }
  | { kind: 'invalid'; problems: Problem[] }

/**
 * Reads `credential_source`: where a workload of another cloud gets its subject token.
 * https://cloud.google.com/iam/docs/workload-identity-federation
 */
export function readExternalSource(value: unknown, allowExecutables: boolean): ExternalSource {
  if (!isPlainObject(value)) return { kind: 'invalid', problems: [fileProblem('lacks `credential_source`')] }
  const { problems, source } = readKind(value, allowExecutables)
  const all = [...checkCertificate(value), ...problems]
  return all.length > 0 ? { kind: 'invalid', problems: all } : { kind: 'source', source }
}

type Source = Readonly<Record<string, unknown>>
type ReadSource = { problems: Problem[]; source: Record<string, unknown> }

function checkCertificate({ certificate }: Source): Problem[] {
  if (certificate === undefined) return []
  const message = 'uses `credential_source.certificate`, which is not supported'
  return [fileProblem(message, 'Use a file or a url as the source.')]
}

function readKind(source: Source, allowExecutables: boolean): ReadSource {
  if (source.environment_id !== undefined)
    return { problems: checkMembers(source, AWS_SOURCE), source: pickMembers(source, AWS_SOURCE) }
  const ways = ['file', 'url', 'executable'].filter((name) => source[name] !== undefined)
  const notOne =
    ways.length !== 1 && source.certificate === undefined
      ? [fileProblem('has a `credential_source` that is not one of `file`, `url` and `executable`')]
      : []
  const read =
    source.executable === undefined
      ? readFileOrUrl(source)
      : readExecutable(source.executable, allowExecutables)
  return { problems: [...notOne, ...read.problems], source: read.source }
}

function readFileOrUrl(source: Source): ReadSource {
  const kind = source.file === undefined ? URL_SOURCE : FILE_SOURCE
  const members = pickMembers(source, kind)
  const { type, subject_token_field_name: field } = isPlainObject(source.format) ? source.format : {}
  const format = type === 'json' ? { type, subject_token_field_name: field } : { type }
  return {
    problems: checkMembers(source, kind),
    source: source.format === undefined ? members : { ...members, format }
  }
}

function readExecutable(value: unknown, allowExecutables: boolean): ReadSource {
  const executable = isPlainObject(value) ? value : {}
  const forbidden = fileProblem(
    'uses `credential_source.executable`, which may not run',
    `Set ${EXECUTABLES_VARIABLE}=1 if everyone who can write the file may run programs as the gateway.`
  )
  return {
    problems: [...(allowExecutables ? [] : [forbidden]), ...checkMembers(executable, EXECUTABLE)],
    source: { executable: pickMembers(executable, EXECUTABLE) }
  }
}
