import { CommandError, EXIT, wrongUsage } from '../command-error.ts'
import { stripControls } from '../safe-text.ts'
import { changeAccount, findAccount, nameAccount, printChanged, readAgain } from './account/account.ts'
import { withAccounts } from './account/connection.ts'
import { confirm } from './prompt.ts'

const MIN_ID_CHARS = 6

/** `gatehouse users passkeys remove`. */
export const removePasskeys = withAccounts(async (call) => {
  const { io, args, connect } = call
  const [, wanted] = args.words
  const isAll = args.flag('all') === true
  if (isAll === (wanted !== undefined)) throw wrongUsage('say which: an id of the list, or --all')
  const { accounts } = await connect()
  const record = await findAccount(accounts, args)
  const { passkeys = [] } = record
  const removed = isAll ? passkeys : passkeys.filter(({ id }) => wanted !== undefined && isMeant(id, wanted))
  const who = nameAccount(record)
  if (removed.length === 0) throw new CommandError(EXIT.notFound, `${who} has no such passkey`)
  if (!isAll && removed.length > 1) throw wrongUsage('that begins the ids of several: give more of it')
  const what = stripControls(removed.map(({ name, id }) => name ?? id).join(', '))
  await confirm(io, args, `Take away ${what} of ${who}? This cannot be undone.`)
  await changeAccount(accounts, record, { removePasskeys: removed.map(({ id }) => id) })
  await printChanged(call, `took away ${what} of ${who}`, () => readAgain(accounts, record))
  return EXIT.done
})

/** Does this id begin with what was given, in either alphabet of base64? */
function isMeant(id: string, wanted: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/[=…]+$/, '')
  return plain(wanted).length >= MIN_ID_CHARS && plain(id).startsWith(plain(wanted))
}
