import type { NewAccount } from '../../identity-platform/accounts/account-fields.ts'
import {
  CommandError,
  describeFailure,
  EXIT,
  type ExitCode,
  providerError,
  wrongUsage
} from '../command-error.ts'
import type { Call, Command } from '../command-line/command.ts'
import { JSON_OPTION } from '../command-line/options.ts'
import { stripControls } from '../safe-text.ts'
import { PROFILE_OPTIONS, readClaims, readProfile } from './account/profile.ts'
import { printChanged } from './get.ts'

/** `gatehouse users create`. */
export const create: Command = {
  name: 'users create',
  words: '',
  wordCount: [0, 0],
  summary: 'make an account and print its uid',
  options: [
    JSON_OPTION,
    { name: 'uid', value: 'UID', about: 'uid; default: the provider chooses one' },
    ...PROFILE_OPTIONS,
    { name: 'claims', value: 'JSON', about: 'custom claims, an object' }
  ],
  run
}

async function run(call: Call): Promise<ExitCode> {
  const { io, args, connect } = call
  const claims = readClaims(args, 'claims')
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
