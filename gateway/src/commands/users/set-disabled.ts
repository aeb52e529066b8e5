import { EXIT } from '../command-error.ts'
import type { Command } from '../command-line/command.ts'
import { BY_OPTION, JSON_OPTION } from '../command-line/options.ts'
import { findAccount, nameAccount } from './account/find.ts'
import { printChanged } from './get.ts'
import { changeAccount, readAgain } from './update.ts'

/** `gatehouse users disable`. */
export const disable = buildSwitch(
  'disable',
  true,
  'keep an account from signing in; its sessions end within session.revocationCheckSeconds'
)

/** `gatehouse users enable`. */
export const enable = buildSwitch('enable', false, 'let a disabled account sign in again')

function buildSwitch(verb: 'disable' | 'enable', disabled: boolean, summary: string): Command {
  return {
    name: `users ${verb}`,
    words: '<user>',
    wordCount: [1, 1],
    summary,
    options: [BY_OPTION, JSON_OPTION],
    async run(call) {
      const { accounts } = await call.connect()
      const record = await findAccount(accounts, call.args)
      await changeAccount(accounts, record, { disabled })
      await printChanged(call, `${verb}d ${nameAccount(record)}`, () => readAgain(accounts, record))
      return EXIT.done
    }
  }
}
