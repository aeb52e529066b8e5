import { EXIT } from '../command-error.ts'
import type { Run } from '../command-line/command.ts'
import {
  changeAccount,
  findAccount,
  nameAccount,
  printChanged,
  providerError,
  readAgain
} from './account/account.ts'
import { withAccounts } from './account/connection.ts'
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

/** `gatehouse users disable`. */
export const disable = setDisabled(true, 'disabled')

/** `gatehouse users enable`. */
export const enable = setDisabled(false, 'enabled')

function setDisabled(disabled: boolean, done: string): Run {
  return withAccounts(async (call) => {
    const { accounts } = await call.connect()
    const record = await findAccount(accounts, call.args)
    await changeAccount(accounts, record, { disabled })
    await printChanged(call, `${done} ${nameAccount(record)}`, () => readAgain(accounts, record))
    return EXIT.done
  })
}
