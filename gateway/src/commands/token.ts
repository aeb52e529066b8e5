import { complainAboutClaims } from '../identity-platform/tokens/claims.ts'
import { CommandError, EXIT, type ExitCode, providerError, wrongUsage } from './command-error.ts'
import { readChoice, readObject } from './command-line/arguments.ts'
import type { Call, Command } from './command-line/command.ts'
import { BY_OPTION } from './command-line/options.ts'
import { say, write } from './io.ts'
import { stripControls } from './safe-text.ts'
import { findAccount, guessKind, KEY_KINDS } from './users/account/find.ts'
import { complainAboutNames } from './users/claims/claim-names.ts'

/** `gatehouse token`. */
export const token: Command = {
  name: 'token',
  words: '<uid>',
  wordCount: [1, 1],
  summary: 'print a custom token: whoever holds it signs in as this account, for an hour',
  details: `The account need not exist: the first sign-in makes it. Claims of a custom token stay in every id token of the
session and win over the account's own: put nothing there that authorises.`,
  options: [
    { name: 'claims', value: 'JSON', about: 'claims of the session, an object' },
    { ...BY_OPTION, about: 'email and phone look the account up; uid takes the word as it is' }
  ],
  run
}

async function run({ io, args, connect }: Call): Promise<ExitCode> {
  const [word = ''] = args.words
  const by = readChoice(args, 'by', KEY_KINDS)
  const claims = readObject(args, 'claims') ?? {}
  const complaint = complainAboutNames(Object.keys(claims)) ?? complainAboutClaims(claims)
  if (complaint !== null) throw new CommandError(EXIT.usage, `--claims: ${complaint}`)
  const looksLike = guessKind(word)
  // Taken for a uid, a mistake would make an account of that name at the sign-in.
  if (by === undefined && looksLike !== 'uid')
    throw wrongUsage(
      `${stripControls(word)} does not look like a uid: say --by ${looksLike} to look the account up, or --by uid`
    )
  const { platform, accounts, tenantId } = await connect()
  const uid = by === undefined || by === 'uid' ? word : (await findAccount(accounts, args)).uid
  const signed = await platform.signCustomToken({ uid, tenantId, claims })
  if (signed.kind === 'failed') throw providerError(signed.failure, 'signing the token')
  await write(io.stdout, `${signed.token}\n`)
  await say(
    io,
    `This is a secret: whoever holds it signs in as ${stripControls(uid)}. It can be used for an hour.`
  )
  return EXIT.done
}
