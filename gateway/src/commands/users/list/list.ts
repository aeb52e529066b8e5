import type { UserRecord } from '../../../identity-platform/accounts/user-record.ts'
import { EXIT, type ExitCode, wrongUsage } from '../../command-error.ts'
import { type Arguments, readCount } from '../../command-line/arguments.ts'
import type { Call, Command } from '../../command-line/command.ts'
import { JSON_OPTION } from '../../command-line/options.ts'
import { write } from '../../io.ts'
import { readPages } from '../bulk/pages.ts'
import { startProgress } from '../bulk/progress.ts'
import { choosePrinter } from './formats.ts'

const LARGEST_PAGE_SIZE = 1000

/** `gatehouse users list`. Memory stays flat: a page is printed before the next one is asked for. */
export const list: Command = {
  name: 'users list',
  words: '',
  wordCount: [0, 0],
  summary: 'list accounts: a table, or --json, or --csv',
  details: `Filters are applied here: the provider knows none, so all accounts are read until --limit is reached.
CSV cells that a spreadsheet would take for a formula (phone numbers too) begin with an apostrophe.`,
  options: [
    { ...JSON_OPTION, about: 'one JSON object a line' },
    { name: 'csv', about: 'CSV with a header' },
    { name: 'limit', value: 'N', about: 'print at most N accounts' },
    {
      name: 'disabled',
      about: 'only disabled accounts (--no-disabled: only enabled ones)',
      isDeniable: true
    },
    { name: 'email-domain', value: 'DOMAIN', about: 'only accounts whose e-mail address ends with @DOMAIN' }
  ],
  run
}

async function run({ io, args, connect }: Call): Promise<ExitCode> {
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
