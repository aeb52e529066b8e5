import { isDeepStrictEqual } from 'node:util'
import type { UserRecord } from '../../../identity-platform/accounts/user-record.ts'
import { complainAboutAccountClaims, SAFE_CLAIMS_BYTES } from '../../../identity-platform/tokens/claims.ts'
import { CommandError, EXIT, type ExitCode, wrongUsage } from '../../command-error.ts'
import { complainAboutNumbers, readObject } from '../../command-line/arguments.ts'
import type { Call, Command } from '../../command-line/command.ts'
import { BY_OPTION } from '../../command-line/options.ts'
import { say, write } from '../../io.ts'
import { safeJson, stripControls } from '../../safe-text.ts'
import { findAccount, guessKind, nameAccount } from '../account/find.ts'
import { changeAccount } from '../update.ts'
import { complainAboutNames, FORBIDDEN_NAMES_TEXT } from './claim-names.ts'

const WHEN_IT_COUNTS =
  'Sessions pick it up at their next refresh, within the hour, or at once by POST /_auth/refresh?force=1.'

const CAVEATS = {
  unreadable: 'the claims that the provider has are no JSON object',
  inexact: 'the claims hold numbers that cannot be kept exactly here'
} as const

type Claims = Record<string, unknown>

/** `gatehouse users claims get`. */
export const getClaims: Command = {
  name: 'users claims get',
  words: '<user> [key]',
  wordCount: [1, 2],
  summary: 'print the custom claims of an account, or one of them, as JSON',
  options: [BY_OPTION],
  async run({ io, args, connect }) {
    const { accounts } = await connect()
    const record = await findAccount(accounts, args)
    const { customClaims = {}, claimsCaveat } = record
    if (claimsCaveat !== undefined) await say(io, `warning: ${nameAccount(record)}: ${CAVEATS[claimsCaveat]}`)
    const [, key] = args.words
    if (key === undefined) await write(io.stdout, `${safeJson(customClaims, 2)}\n`)
    else if (Object.hasOwn(customClaims, key)) await write(io.stdout, `${safeJson(customClaims[key])}\n`)
    else throw new CommandError(EXIT.notFound, `no such claim: ${stripControls(key)}`)
    return EXIT.done
  }
}

/** `gatehouse users claims set`. */
export const setClaims: Command = {
  name: 'users claims set',
  words: '<user> key=value…',
  wordCount: [1, Number.POSITIVE_INFINITY],
  summary: 'set custom claims; those that are not named stay',
  details: `A value is JSON when it can be read as JSON, else text: level=3 is a number, level='"3"' a text, role=admin a text,
groups='["a","b"]' a list. All claims together may have 1000 characters of JSON.
${FORBIDDEN_NAMES_TEXT}
${WHEN_IT_COUNTS}`,
  options: [{ name: 'json', value: 'JSON', about: 'an object whose members are set' }, BY_OPTION],
  run(call) {
    const set = { ...readObject(call.args, 'json'), ...readPairs(call.args.words.slice(1)) }
    const complaint = complainAboutNames(Object.keys(set))
    if (complaint !== null) throw new CommandError(EXIT.usage, complaint)
    if (Object.keys(set).length === 0) throw wrongUsage("say which: key=value, or --json '{…}'")
    return changeClaims(call, (claims) => ({ ...claims, ...set }))
  }
}

/** `gatehouse users claims unset`. */
export const unsetClaims: Command = {
  name: 'users claims unset',
  words: '<user> key…',
  wordCount: [2, Number.POSITIVE_INFINITY],
  summary: 'take custom claims away; the others stay',
  details: WHEN_IT_COUNTS,
  options: [BY_OPTION],
  run(call) {
    const gone = new Set(call.args.words.slice(1))
    return changeClaims(call, (claims) =>
      Object.fromEntries(Object.entries(claims).filter(([name]) => !gone.has(name)))
    )
  }
}

/** Reads, changes and writes back: the provider knows no merge. Of two who do so at once, the later one wins. */
async function changeClaims(
  { io, args, connect }: Call,
  change: (claims: Claims) => Claims
): Promise<ExitCode> {
  const { accounts } = await connect()
  const record = await findAccount(accounts, args)
  refuseCaveat(record)
  const { customClaims: before = {} } = record
  const after = change(before)
  if (isDeepStrictEqual(before, after)) {
    await write(io.stdout, `nothing to change: the claims of ${nameAccount(record)} are like that\n`)
    return EXIT.done
  }
  const complaint = complainAboutAccountClaims(after)
  if (complaint !== null) throw new CommandError(EXIT.usage, stripControls(complaint))
  const bytes = Buffer.byteLength(JSON.stringify(after))
  if (bytes > SAFE_CLAIMS_BYTES)
    await say(
      io,
      `warning: the claims have ${bytes} bytes; above ${SAFE_CLAIMS_BYTES} the provider may refuse them`
    )
  await changeAccount(accounts, record, { customClaims: after })
  await write(io.stdout, describeChange(record, before, after))
  await say(io, WHEN_IT_COUNTS)
  return EXIT.done
}

/** Claims that are not what the provider has must not be written back. Throws a `CommandError` that says what to do. */
function refuseCaveat(record: UserRecord): void {
  const { uid, claimsCaveat } = record
  if (claimsCaveat === undefined) return
  const who = `${guessKind(uid) === 'uid' ? '' : '--by uid '}${stripControls(uid)}`
  const loss =
    claimsCaveat === 'unreadable' ? 'would overwrite them' : 'would alter claims that were not named'
  throw new CommandError(
    EXIT.failed,
    `${nameAccount(record)}: ${CAVEATS[claimsCaveat]}, and this change ${loss}; nothing was changed.
Take all claims away: gatehouse users update ${who} --clear claims
or write all of them anew, long numbers as text: gatehouse users update ${who} --claims JSON`
  )
}

/** `a=1` and the like; the first `=` divides. */
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
  const complaint = complainAboutNumbers(text)
  if (complaint !== null) throw wrongUsage(`${stripControls(name)}: ${complaint} ('"…"' in a shell)`)
  return value
}

function describeChange(record: UserRecord, before: Claims, after: Claims): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const show = (claims: Claims, name: string) =>
    Object.hasOwn(claims, name) ? safeJson(claims[name]) : '(not set)'
  const lines = names.map((name) => {
    const [was, is] = [show(before, name), show(after, name)]
    return `  ${stripControls(name)}: ${was === is ? `${is} (as before)` : `${was} -> ${is}`}\n`
  })
  return `claims of ${nameAccount(record)}\n${lines.join('')}`
}
