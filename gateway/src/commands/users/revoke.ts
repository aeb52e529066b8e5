import { EXIT } from '../command-error.ts'
import { printChanged, readAgain } from './account/change.ts'
import { findAccount, nameAccount } from './account/find.ts'
import { providerError } from './account/provider-error.ts'
import { withAccounts } from './account-command.ts'
import { confirm } from './prompt.ts'

/** `gatehouse users revoke`. */
export const revoke = withAccounts(async (call) => {
  const { io, args, connect } = call
  const { accounts } = await connect()
  const record = await findAccount(accounts, args)
  await confirm(io, args, `End every session of ${nameAccount(record)}? This cannot be undone.`)
  const change = await accounts.revoke(record.uid, io.now())
  if (change.kind === 'failed') throw providerError(change.failure, nameAccount(record))
  await printChanged(call, `revoked every session of ${nameAccount(record)}`, () =>
    readAgain(accounts, record)
  )
  return EXIT.done
})
