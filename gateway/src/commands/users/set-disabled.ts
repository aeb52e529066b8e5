import { EXIT } from '../command-error.ts'
import type { Run } from '../command-line/command.ts'
import { changeAccount, printChanged, readAgain } from './account/change.ts'
import { findAccount, nameAccount } from './account/find.ts'
import { withAccounts } from './account-command.ts'

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
