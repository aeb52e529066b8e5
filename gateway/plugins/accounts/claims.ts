import { isDeepStrictEqual } from 'node:util'
import { CommandError, EXIT, wrongUsage } from '../../src/commands/command-error.ts'
import {
  type Arguments,
  checkNumbers,
  type Run,
  readObject
} from '../../src/commands/command-line/command.ts'
import { safeJson, stripControls, write, writeStderr } from '../../src/commands/io.ts'
import { providerError } from '../../src/commands/provider.ts'
import { RESERVED_CLAIMS } from '../../src/config/defaults.ts'
import { guessKind } from '../../src/identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../src/identity-platform/accounts/user-record.ts'
import { checkClaims } from '../../src/identity-platform/tokens/claims.ts'
import { type Problem, problemText } from '../../src/problem.ts'
import { nameAccount, withAccounts } from './account.ts'
import { CLAIMS_EFFECT_TEXT, STANDARD_CLAIMS } from './fields.ts'

/** `gatehouse users claims get`. */
export const getClaims = withAccounts(async ({ io, args, find }) => {
  const { record } = await find()
  const caveat = describeCaveat(record)
  if (caveat !== null) await writeStderr(io, `warning: ${caveat}`)
  const { customClaims = {} } = record
  const [, key] = args.words
  if (key === undefined) await write(io.stdout, `${safeJson(customClaims, 2)}\n`)
  else if (Object.hasOwn(customClaims, key)) await write(io.stdout, `${safeJson(customClaims[key])}\n`)
  else throw new CommandError(EXIT.notFound, `no such claim: ${stripControls(key)}`)
  return EXIT.done
})

type Claims = Record<string, unknown>

/** The provider's limit for an account's custom claims, in UTF-16 units of JSON. */
const MAX_CLAIMS_CHARS = 1000
/** Google's documentation counts bytes, its libraries characters: in between, the provider may refuse. */
const SAFE_CLAIMS_BYTES = 1000

/** The problem of all custom claims of an account; null if valid. */
export const checkAccountClaims = (claims: unknown) => checkClaims(claims, MAX_CLAIMS_CHARS)

/** `gatehouse users claims set`. */
export const setClaims: Run = async (call) => {
  const set = { ...readObject(call.args, 'json'), ...readPairs(call.args.words.slice(1)) }
  const fault = findNameFault(Object.keys(set))
  if (fault !== null) throw new CommandError(EXIT.usage, fault)
  if (Object.keys(set).length === 0) throw wrongUsage("no claims given: use key=value, or --json '{…}'")
  return await changeClaims((claims) => ({ ...claims, ...set }))(call)
}

/** `gatehouse users claims unset`. */
export const unsetClaims: Run = async (call) => {
  const unset = new Set(call.args.words.slice(1))
  const isKept = ([name]: [string, unknown]) => !unset.has(name)
  return await changeClaims((claims) => Object.fromEntries(Object.entries(claims).filter(isKept)))(call)
}

/** Read, change, write back: the provider has no merge. Of two concurrent changes, the later wins. */
const changeClaims = (change: (claims: Claims) => Claims): Run =>
  withAccounts(async ({ io, find }) => {
    const { accounts, record, who } = await find()
    requireExactClaims(record)
    const { customClaims: before = {} } = record
    const after = change(before)
    if (isDeepStrictEqual(before, after)) {
      await write(io.stdout, `nothing to change: ${who} already has these claims\n`)
      return EXIT.done
    }
    const problem = checkAccountClaims(after)
    if (problem !== null) throw new CommandError(EXIT.usage, stripControls(problemText(problem)))
    const bytes = Buffer.byteLength(JSON.stringify(after))
    if (bytes > SAFE_CLAIMS_BYTES)
      await writeStderr(
        io,
        `warning: the claims have ${bytes} bytes; above ${SAFE_CLAIMS_BYTES} the provider may reject them`
      )
    const result = await accounts.update(record.uid, { customClaims: after })
    if (result.kind === 'failed') throw providerError(result.failure, who)
    await write(io.stdout, describeChange(who, before, after))
    await writeStderr(io, CLAIMS_EFFECT_TEXT)
    return EXIT.done
  })

/** Parses `a=1` and the like, split at the first `=`. */
function readPairs(words: readonly string[]): Claims {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=')
      if (at < 1) throw wrongUsage(`${stripControls(word)} is not key=value`)
      const name = word.slice(0, at)
      return [name, readValue(name, word.slice(at + 1))]
    })
  )
}

function readValue(name: string, text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  const problem = checkNumbers(text)
  if (problem !== null) throw wrongUsage(`${stripControls(name)}: ${problem.message} ('"…"' in a shell)`)
  return value
}

function describeChange(who: string, before: Claims, after: Claims): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const show = (claims: Claims, name: string) =>
    Object.hasOwn(claims, name) ? safeJson(claims[name]) : '(not set)'
  const lines = names.map((name) => {
    const [was, is] = [show(before, name), show(after, name)]
    return `  ${stripControls(name)}: ${was === is ? `${is} (as before)` : `${was} -> ${is}`}\n`
  })
  return `claims of ${who}\n${lines.join('')}`
}

const CAVEATS = {
  unreadable: 'the claims at the provider are not a JSON object',
  inexact: 'the claims contain numbers that would lose precision here'
} as const

/** How a record's claims differ from the provider's, safe for a terminal; null: not at all. */
function describeCaveat(record: UserRecord): string | null {
  const { claimsCaveat } = record
  return claimsCaveat === undefined ? null : `${nameAccount(record)}: ${CAVEATS[claimsCaveat]}`
}

/** Claims that differ from the provider's must not be written back. Throws a `CommandError` with advice. */
function requireExactClaims(record: UserRecord): void {
  const caveat = describeCaveat(record)
  if (caveat === null) return
  const { uid, claimsCaveat } = record
  const who = `${guessKind(uid) === 'uid' ? '' : '--by uid '}${stripControls(uid)}`
  const loss =
    claimsCaveat === 'unreadable' ? 'would overwrite them' : 'would alter claims that were not named'
  throw new CommandError(
    EXIT.failed,
    `${caveat}, and this change ${loss}; nothing was changed.
Remove all claims: gatehouse users update ${who} --clear claims
or set all of them again, with long numbers as text: gatehouse users update ${who} --claims JSON`
  )
}

/** Null: these names can be used. */
function findNameFault(names: readonly string[]): string | null {
  if (names.includes('')) return 'a claim needs a name'
  const reserved = names.filter((name) => RESERVED_CLAIMS.has(name))
  if (reserved.length > 0) return `reserved by the provider: ${reserved.join(', ')}`
  const standard = names.filter((name) => STANDARD_CLAIMS.has(name))
  if (standard.length === 0) return null
  const claims = standard.length === 1 ? 'a claim' : 'claims'
  return `${standard.join(', ')}: id tokens have ${claims} of that name already; use another`
}

/** The claims of `--claims`, checked; undefined if not given. */
export function readClaims(args: Arguments, check: (claims: Claims) => Problem | null = checkAccountClaims) {
  const claims = readObject(args, 'claims')
  if (claims === undefined) return undefined
  const problem = check(claims)
  const fault = findNameFault(Object.keys(claims)) ?? (problem && problemText(problem))
  if (fault !== null) throw new CommandError(EXIT.usage, `--claims: ${fault}`)
  return claims
}
