import { CommandError, EXIT } from '../../command-error.ts'
import { say, write } from '../../io.ts'
import { safeJson, stripControls } from '../../safe-text.ts'
import { findAccount } from '../account/find.ts'
import { withAccounts } from '../account-command.ts'
import { describeCaveat } from './inexact-claims.ts'

/** `gatehouse users claims get`. */
export const getClaims = withAccounts(async ({ io, args, connect }) => {
  const { accounts } = await connect()
  const record = await findAccount(accounts, args)
  const caveat = describeCaveat(record)
  if (caveat !== null) await say(io, `warning: ${caveat}`)
  const { customClaims = {} } = record
  const [, key] = args.words
  if (key === undefined) await write(io.stdout, `${safeJson(customClaims, 2)}\n`)
  else if (Object.hasOwn(customClaims, key)) await write(io.stdout, `${safeJson(customClaims[key])}\n`)
  else throw new CommandError(EXIT.notFound, `no such claim: ${stripControls(key)}`)
  return EXIT.done
})
