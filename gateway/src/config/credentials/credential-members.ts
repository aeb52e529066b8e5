import type { SchemaObject } from 'ajv'
import type { Problem } from '../../problem.ts'
import { isLoopback, parseUrl } from '../addresses/urls.ts'
import { createMemberCheck, type ObjectShape } from '../json-members.ts'

/** A member's JSON Schema and error message. */
export interface Member {
  schema: SchemaObject
  isRequired?: boolean
  /** End of a sentence about the file, without any value; `messages` overrides it for single rules. */
  message: string
  messages?: Readonly<Record<string, string>>
}

/** Members of a kind of credential file, in the order of their problems. */
export interface Members {
  shape: ObjectShape
  members: Readonly<Record<string, Member>>
}

export const FILE_HINT = 'Create it again with gcloud, or use a service account key.'

/** Path of the impersonation endpoint, which includes the account's email. */
const IMPERSONATION_PATH =
  /^\/v1\/projects\/[^/]+\/serviceAccounts\/([A-Za-z0-9._-]+@[A-Za-z0-9.-]+):generateAccessToken$/
/** Max URL length accepted by the library. */
const MAX_IMPERSONATION_URL = 256
/** Metadata servers of other clouds: http on unrouted addresses. */
const LINK_LOCAL = /^(169\.254\.\d{1,3}\.\d{1,3}|\[fd00:ec2::254\])$/

const findBrokenMembers = createMemberCheck({
  'google-url': (text) => text === '' || isGoogleUrl(text),
  'impersonation-url': (text) => text === '' || impersonatedAccount(text) !== null,
  'source-url': isSourceUrl,
  'aws-url': isAwsUrl
})

export function defineMembers(members: Readonly<Record<string, Member>>): Members {
  const entries = Object.entries(members)
  return {
    shape: {
      required: entries.flatMap(([name, { isRequired }]) => (isRequired === true ? [name] : [])),
      members: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]))
    },
    members
  }
}

/** One problem per missing or invalid member, with an empty path for the caller to fill in. */
export function checkMembers(file: object, { shape, members }: Members): Problem[] {
  return findBrokenMembers(shape, file).flatMap(({ name, rule }) => {
    const member = members[name]
    return member === undefined ? [] : [fileProblem(member.messages?.[rule] ?? member.message)]
  })
}

/** Only the known members, since the library accepts others and alternative spellings. */
export function pickMembers(
  file: Readonly<Record<string, unknown>>,
  { members }: Members
): Record<string, unknown> {
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
  return Object.fromEntries(
    Object.keys(members).flatMap((name) => (isGiven(file[name]) ? [[name, file[name]]] : []))
  )
}

/** A problem whose path the caller fills in. */
export function fileProblem(message: string, hint: string = FILE_HINT): Problem {
  return { path: '', message, hint }
}

export function requiredText(name: string): Member {
  return { schema: { type: 'string', minLength: 1 }, isRequired: true, message: `lacks \`${name}\`` }
}

/** A text that may be missing, null or empty. */
export function optionalText(name: string): Member {
  return { schema: { type: ['string', 'null'] }, message: `has a \`${name}\` that is not text` }
}

/** A Google URL, enforced because secrets are sent to it. */
export function googleUrl(name: string): Member {
  return {
    schema: { type: ['string', 'null'], format: 'google-url' },
    message: `has a \`${name}\` that is not text`,
    messages: { 'google-url': `has a \`${name}\` that is not an https address below googleapis.com` }
  }
}

/** Impersonation URL of a service account. `isRequired`: must not be missing, null or empty. */
export function impersonationUrl(name: string, { isRequired }: { isRequired: boolean }): Member {
  const text = isRequired ? requiredText(name) : optionalText(name)
  return {
    ...text,
    schema: { ...text.schema, allOf: [{ format: 'google-url' }, { format: 'impersonation-url' }] },
    messages: {
      ...googleUrl(name).messages,
      'impersonation-url': `has a \`${name}\` that is not of the form …/serviceAccounts/<email>:generateAccessToken`
    }
  }
}

/** Email of the service account impersonated at this URL; null if it is not such a URL. */
export function impersonatedAccount(url: string): string | null {
  if (url.length > MAX_IMPERSONATION_URL) return null
  return IMPERSONATION_PATH.exec(parseUrl(url)?.pathname ?? '')?.[1] ?? null
}

function isGoogleUrl(text: string): boolean {
  const url = parseUrl(text)
  return (
    url?.protocol === 'https:' &&
    url.hostname.endsWith('.googleapis.com') &&
    url.port === '' &&
    url.username === ''
  )
}

/** The response becomes our identity, so require https or an unrouted address. */
function isSourceUrl(text: string): boolean {
  const url = parseUrl(text)
  const isNear = url?.protocol === 'http:' && (isLoopback(url.hostname) || LINK_LOCAL.test(url.hostname))
  return url?.protocol === 'https:' || isNear
}

/** Google calls it with a request signed by this machine, so it must belong to AWS. */
function isAwsUrl(text: string): boolean {
  const host = /^https:\/\/([^/?#@:]+)/.exec(text)?.[1]
  return host !== undefined && /\.amazonaws\.com(\.cn)?$/.test(host)
}
