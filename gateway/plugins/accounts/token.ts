import { EXIT, wrongUsage } from '../../src/commands/command-error.ts'
import { readChoice } from '../../src/commands/command-line/command.ts'
import { stripControls, write, writeStderr } from '../../src/commands/io.ts'
import { providerError } from '../../src/commands/provider.ts'
import { guessKind, KEY_KINDS } from '../../src/identity-platform/accounts/accounts.ts'
import { checkClaims } from '../../src/identity-platform/tokens/claims.ts'
import { withAccounts } from './account.ts'
import { readClaims } from './claims.ts'

/** `gatehouse token`. */
export const token = withAccounts(async ({ io, args, connect, find }) => {
  const [word = ''] = args.words
  const by = readChoice(args, 'by', KEY_KINDS)
  const claims = readClaims(args, checkClaims) ?? {}
  const looksLike = guessKind(word)
  // A mistake taken for a uid would create an account of that name at sign-in.
  if (by === undefined && looksLike !== 'uid')
    throw wrongUsage(
      `${stripControls(word)} does not look like a uid: use --by ${looksLike} to look up the account, or --by uid`
    )
  const isUid = by === undefined || by === 'uid'
  const { platform, tenantId, record } = isUid
    ? { ...(await connect()), record: { uid: word } }
    : await find()
  const { uid } = record
  const signed = await platform.signCustomToken({ uid, tenantId, claims })
  if (signed.kind === 'failed') throw providerError(signed.failure, 'signing the token')
  await write(io.stdout, `${signed.token}\n`)
  await writeStderr(
    io,
    `This is a secret: anyone who has it can sign in as ${stripControls(uid)}. It is valid for an hour.`
  )
  return EXIT.done
})
