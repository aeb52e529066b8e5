import type { AccountChanges } from '../../identity-platform/accounts/account-fields.ts'
import { EXIT, type ExitCode, wrongUsage } from '../command-error.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { changeAccount, printChanged, readAgain } from './account/change.ts'
import { findAccount, nameAccount } from './account/find.ts'
import { readProfile } from './account/profile.ts'
import { type AccountCall, withAccounts } from './account-command.ts'
import { readAccountClaims } from './claims/claim-options.ts'
import { CLEARABLE } from './clearable.ts'
import { confirm } from './prompt.ts'

/** Nobody here knows what these were. */
const LOST_FOR_GOOD = ['password', 'second-factors']

/** `gatehouse users update`. */
export const update = withAccounts(run)

async function run(call: AccountCall): Promise<ExitCode> {
  const { io, args, connect } = call
  const cleared = readCleared(args)
  const claims = readAccountClaims(args)
  const changes: AccountChanges = {
    ...(await readProfile(io, args)),
    ...(claims === undefined ? {} : { customClaims: claims }),
    ...Object.assign({}, ...cleared.map((name) => CLEARABLE[name]?.change))
  }
  if (Object.keys(changes).length === 0)
    throw wrongUsage('nothing to change: say what, such as --display-name TEXT')
  const { accounts } = await connect()
  const record = await findAccount(accounts, args)
  const lost = cleared.filter((name) => LOST_FOR_GOOD.includes(name))
  if (lost.length > 0)
    await confirm(
      io,
      args,
      `Take away ${lost.join(' and ')} of ${nameAccount(record)}? This cannot be undone.`
    )
  await changeAccount(accounts, record, changes)
  await printChanged(call, `updated ${nameAccount(record)}`, () => readAgain(accounts, record))
  return EXIT.done
}

function readCleared(args: Arguments): string[] {
  const names = (args.text('clear') ?? '').split(',').map((name) => name.trim())
  const cleared = names.filter((name) => name !== '')
  for (const name of cleared) {
    const known = Object.hasOwn(CLEARABLE, name) ? CLEARABLE[name] : undefined
    if (known === undefined) throw wrongUsage(`--clear takes some of: ${Object.keys(CLEARABLE).join(', ')}`)
    const isSet = known.setBy.some(
      (option) => args.text(option) !== undefined || args.flag(option) !== undefined
    )
    if (isSet) throw wrongUsage(`${name} cannot be cleared and set at once: keep one`)
  }
  return [...new Set(cleared)]
}
