import { EXIT, providerError } from '../command-error.ts'
import type { Command } from '../command-line/command.ts'
import { BY_OPTION, JSON_OPTION, YES_OPTION } from '../command-line/options.ts'
import { findAccount, nameAccount } from './account/find.ts'
import { printChanged } from './get.ts'
import { confirm } from './prompt.ts'
import { readAgain } from './update.ts'

/** `gatehouse users revoke`. */
export const revoke: Command = {
  name: 'users revoke',
  words: '<user>',
  wordCount: [1, 1],
  summary: 'end every session of an account; asks first',
  details:
    'Running sessions are out within session.revocationCheckSeconds. The person may sign in again at once.',
  options: [BY_OPTION, JSON_OPTION, YES_OPTION],
  async run(call) {
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
  }
}
