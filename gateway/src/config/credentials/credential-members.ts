import type { SchemaObject } from 'ajv'
import type { Problem } from '../../problem.ts'
import { isLoopback, parseUrl } from '../addresses/urls.ts'
import { createMemberCheck, type ObjectShape } from '../json-members.ts'

/** A member of a credential file: its JSON Schema, and what is said when it is missing or not like that. */
export interface Member {
  schema: SchemaObject
  isRequired?: boolean
  /** The rest of a sentence about the file, without any value of it; for single rules of the schema another one. */
  message: string
  messages?: Readonly<Record<string, string>>
}

/** The members that one kind of credential file has, in the order of their problems. */
export interface Members {
  shape: ObjectShape
  members: Readonly<Record<string, Member>>
}

/** What helps against most problems of a credential file. */
export const FILE_HINT = 'Make it again with gcloud, or use a service account key.'

/** The address that impersonation asks; the account's email is part of it. */
const IMPERSONATION_PATH =
  /^\/v1\/projects\/[^/]+\/serviceAccounts\/([A-Za-z0-9._-]+@[A-Za-z0-9.-]+):generateAccessToken$/
/** Longest address that the library takes. */
const MAX_IMPERSONATION_URL = 256
/** Metadata servers of other clouds, which speak http on an address that no router passes on. */
const LINK_LOCAL = /^(169\.254\.\d{1,3}\.\d{1,3}|\[fd00:ec2::254\])$/

const findBrokenMembers = createMemberCheck({
  'google-url': (text) => text === '' || isGoogleUrl(text),
  'impersonation-url': (text) => text === '' || impersonatedAccount(text) !== null,
  'source-url': isSourceUrl,
  'aws-url': isAwsUrl
})

/** Members by name. */
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

/** One problem for each member that is missing or wrong. Their paths are empty: only the caller knows where the file is. */
export function checkMembers(file: object, { shape, members }: Members): Problem[] {
  return findBrokenMembers(shape, file).flatMap(({ name, rule }) => {
    const member = members[name]
    return member === undefined ? [] : [fileProblem(member.messages?.[rule] ?? member.message)]
  })
}

/** The known members of a file: the library would also take others, and other spellings of them. */
export function pickMembers(
  file: Readonly<Record<string, unknown>>,
  { members }: Members
): Record<string, unknown> {
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
  return Object.fromEntries(
    Object.keys(members).flatMap((name) => (isGiven(file[name]) ? [[name, file[name]]] : []))
  )
}

/** A problem of a file, whose path only the caller knows. */
export function fileProblem(message: string, hint: string = FILE_HINT): Problem {
  return { path: '', message, hint }
}

/** A text that must be there. */
export function requiredText(name: string): Member {
  return { schema: { type: 'string', minLength: 1 }, isRequired: true, message: `lacks \`${name}\`` }
}

/** A text that may be missing, null or empty. */
export function optionalText(name: string): Member {
  return { schema: { type: ['string', 'null'] }, message: `has a \`${name}\` that is not text` }
}

/** An address of Google's: secrets travel there, and whoever wrote the file chose it. */
export function googleUrl(name: string): Member {
  return {
    schema: { type: ['string', 'null'], format: 'google-url' },
    message: `has a \`${name}\` that is not text`,
    messages: { 'google-url': `has a \`${name}\` that is not an https address below googleapis.com` }
  }
}

/** The address at which a service account is impersonated. `isRequired`: it may not be missing, null or empty. */
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

/** Email of the service account that is impersonated at this address; null: it is no such address. */
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

/** What comes back from there is believed to be our identity: https, or no router on the way. */
function isSourceUrl(text: string): boolean {
  const url = parseUrl(text)
  const isNear = url?.protocol === 'http:' && (isLoopback(url.hostname) || LINK_LOCAL.test(url.hostname))
  return url?.protocol === 'https:' || isNear
}

/** Google calls it with a request that this machine signs; a host of somebody else would be given the signature. */
function isAwsUrl(text: string): boolean {
  const host = /^https:\/\/([^/?#@:]+)/.exec(text)?.[1]
  return host !== undefined && /\.amazonaws\.com(\.cn)?$/.test(host)
}
