import type { UserRecord } from '../../../identity-platform/accounts/user-record.ts'
import { EXIT, type ExitCode, wrongUsage } from '../../command-error.ts'
import { type Arguments, readCount } from '../../command-line/arguments.ts'
import { write } from '../../io.ts'
import { type AccountCall, withAccounts } from '../account-command.ts'
import { readPages } from '../bulk/pages.ts'
import { startProgress } from '../bulk/progress.ts'
import { choosePrinter } from './formats.ts'

const LARGEST_PAGE_SIZE = 1000

/** `gatehouse users list`. Memory stays flat: a page is printed before the next one is asked for. */
export const list = withAccounts(run)

async function run({ io, args, connect }: AccountCall): Promise<ExitCode> {
  const printer = choosePrinter(io, args)
  const limit = readCount(args, 'limit') ?? Number.POSITIVE_INFINITY
  const filter = buildFilter(args)
  const { accounts } = await connect()
  const pageSize = filter === null ? Math.min(limit, LARGEST_PAGE_SIZE) : LARGEST_PAGE_SIZE
  const progress = startProgress(io, { noun: 'accounts', hasRoom: !io.isTTY.stdout })
  let read = 0
  let printed = 0
  try {
    await write(io.stdout, printer.header())
    for await (const { records } of readPages(io, accounts, { pageSize })) {
      const wanted = (filter === null ? records : records.filter(filter)).slice(0, limit - printed)
      if (wanted.length > 0) await write(io.stdout, printer.print(wanted))
      read += records.length
      printed += wanted.length
      progress.update(read)
      if (printed >= limit) break
    }
  } finally {
    progress.stop()
  }
  return EXIT.done
}

/** Null: every account is wanted. */
function buildFilter(args: Arguments): ((record: UserRecord) => boolean) | null {
  const disabled = args.flag('disabled')
  const domain = args.text('email-domain')?.replace(/^@/, '').toLowerCase()
  if (domain?.includes('@')) throw wrongUsage('--email-domain takes a domain, such as example.com')
  if (disabled === undefined && domain === undefined) return null
  return (record) =>
    (disabled === undefined || record.disabled === disabled) &&
    (domain === undefined || record.email?.toLowerCase().endsWith(`@${domain}`) === true)
}
