import type { NewAccount } from '../../identity-platform/accounts/account-fields.ts'
import { CommandError, EXIT, type ExitCode, wrongUsage } from '../command-error.ts'
import { stripControls } from '../safe-text.ts'
import { printChanged } from './account/change.ts'
import { readProfile } from './account/profile.ts'
import { describeFailure, providerError } from './account/provider-error.ts'
import { type AccountCall, withAccounts } from './account-command.ts'
import { readAccountClaims } from './claims/claim-options.ts'

/** `gatehouse users create`. */
export const create = withAccounts(run)

async function run(call: AccountCall): Promise<ExitCode> {
  const { io, args, connect } = call
  const claims = readAccountClaims(args)
  const uid = args.text('uid')
  const account: NewAccount = { ...(await readProfile(io, args)), ...(uid === undefined ? {} : { uid }) }
  if (Object.keys(account).length === 0) throw wrongUsage('say at least --email, --phone or --uid')
  const { accounts } = await connect()
  const creation = await accounts.create(account)
  if (creation.kind === 'failed') throw providerError(creation.failure, 'creating the account')
  // The provider takes no claims at creation.
  if (claims !== undefined) {
    const change = await accounts.update(creation.uid, { customClaims: claims })
    if (change.kind === 'failed') {
      const made = stripControls(creation.uid)
      throw new CommandError(
        EXIT.failed,
        `the account ${made} exists now, but WITHOUT its claims: ${describeFailure(change.failure)}\nTry again: gatehouse users claims set --by uid ${made} --json '…'`
      )
    }
  }
  await printChanged(call, stripControls(creation.uid), async () => {
    const result = await accounts.lookUp({ uid: creation.uid })
    if (result.kind === 'failed')
      throw providerError(result.failure, `the account ${creation.uid} exists; reading it`)
    return result.record
  })
  return EXIT.done
}
