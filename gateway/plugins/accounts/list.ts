import Table from 'cli-table3'
import { stringify } from 'csv-stringify/sync'
import { EXIT, wrongUsage } from '../../src/commands/command-error.ts'
import type { Arguments } from '../../src/commands/command-line/command.ts'
import { type Io, safeJson, stripControls, write, writeQuietly } from '../../src/commands/io.ts'
import type { UserRecord } from '../../src/identity-platform/accounts/user-record.ts'
import { readPages, withAccounts } from './account.ts'

const MAX_PAGE_SIZE = 1000
/** Accounts read between two lines of progress. */
const REPORT_EVERY = 10_000

/** `gatehouse users list`. Prints each page before fetching the next, so memory stays flat. */
export const list = withAccounts(async ({ io, args, connect }) => {
  const { header, print } = choosePrinter(io, args)
  const limit = readCount(args, 'limit') ?? Number.POSITIVE_INFINITY
  const filter = buildFilter(args)
  const { accounts } = await connect()
  const pageSize = filter === null ? Math.min(limit, MAX_PAGE_SIZE) : MAX_PAGE_SIZE
  let read = 0
  let printed = 0
  await write(io.stdout, header)
  for await (const records of readPages(io, accounts, pageSize)) {
    const wanted = (filter === null ? records : records.filter(filter)).slice(0, limit - printed)
    if (wanted.length > 0) await write(io.stdout, print(wanted))
    const reported = Math.floor(read / REPORT_EVERY)
    read += records.length
    printed += wanted.length
    // A terminal shows the accounts themselves.
    if (!io.isTTY.stdout && Math.floor(read / REPORT_EVERY) > reported)
      await writeQuietly(io.stderr, `${Math.floor(read / REPORT_EVERY) * REPORT_EVERY} accounts\n`)
    if (printed >= limit) break
  }
  return EXIT.done
})

/** An option that is a whole number of at least 1; undefined if not given. */
function readCount(args: Arguments, name: string): number | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && Number.isSafeInteger(value)) return value
  throw wrongUsage(`--${name} takes a whole number of at least 1`)
}

/** Null: no filter. */
function buildFilter(args: Arguments): ((record: UserRecord) => boolean) | null {
  const disabled = args.flag('disabled')
  const domain = args.text('email-domain')?.replace(/^@/, '').toLowerCase()
  if (domain?.includes('@')) throw wrongUsage('--email-domain needs a domain, such as example.com')
  if (disabled === undefined && domain === undefined) return null
  return (record) =>
    (disabled === undefined || record.disabled === disabled) &&
    (domain === undefined || record.email?.toLowerCase().endsWith(`@${domain}`) === true)
}

interface ListPrinter {
  header: string
  /** Accounts, ending in a newline. */
  print(records: readonly UserRecord[]): string
}

function choosePrinter(io: Io, args: Arguments): ListPrinter {
  if (args.flag('json') && args.flag('csv')) throw wrongUsage('--json and --csv cannot be combined')
  if (args.flag('json'))
    return { header: '', print: (records) => records.map((record) => `${safeJson(record)}\n`).join('') }
  return args.flag('csv') ? CSV : createTable(io.columns ?? WIDTH_WITHOUT_TERMINAL)
}

const CSV_COLUMNS: Readonly<Record<string, (record: UserRecord) => string>> = {
  uid: ({ uid }) => uid,
  email: ({ email }) => email ?? '',
  emailVerified: ({ emailVerified }) => String(emailVerified),
  displayName: ({ displayName }) => displayName ?? '',
  phoneNumber: ({ phoneNumber }) => phoneNumber ?? '',
  disabled: ({ disabled }) => String(disabled),
  created: ({ metadata }) => isoTime(metadata.creationTime),
  lastSignIn: ({ metadata }) => isoTime(metadata.lastSignInTime),
  providers: ({ providerData }) => providerData.map(({ providerId }) => providerId).join(' '),
  customClaims: describeClaims,
  tenantId: ({ tenantId }) => tenantId ?? ''
}

const CSV: ListPrinter = {
  header: stringify([Object.keys(CSV_COLUMNS)]),
  print(records) {
    const rows = records.map((record) =>
      Object.values(CSV_COLUMNS).map((read) => stripControls(read(record)))
    )
    // A leading = would be a formula in a spreadsheet. https://owasp.org/www-community/attacks/CSV_Injection
    return stringify(rows, { escape_formulas: true })
  }
}

const WIDTH_WITHOUT_TERMINAL = 160
/** Length of uids chosen by the provider. */
const UID_WIDTH = 28
const DISABLED_WIDTH = 8
const TIME_WIDTH = 16
/** Below this, lines wrap rather than be truncated to nothing. */
const LEAST_REST = 36

/** The library ignores names that it does not know, such as `mid-left`. */
const NO_BORDERS = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
    ['', '-left', '-right', '-mid'].map((part) => [`${side}${part}`, ''])
  )
)
const PLAIN = {
  chars: { ...NO_BORDERS, middle: ' ' },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] }
}

/** Fixed column widths, so pages can be printed one by one. Uids are never truncated, for copying. */
function createTable(width: number): ListPrinter {
  const rest = Math.max(LEAST_REST, width - UID_WIDTH - DISABLED_WIDTH - TIME_WIDTH - 5)
  const emailWidth = Math.floor(rest * 0.45)
  const nameWidth = Math.floor(rest * 0.25)
  const render = (rows: string[][]) => {
    const uidWidth = Math.max(UID_WIDTH, ...rows.map(([uid = '']) => uid.length))
    const claimsWidth = rest - emailWidth - nameWidth
    const colWidths = [uidWidth, emailWidth, nameWidth, DISABLED_WIDTH, TIME_WIDTH, claimsWidth]
    const table = new Table({ ...PLAIN, colWidths })
    table.push(...rows)
    return `${table.toString()}\n`
  }
  return {
    header: render([['uid', 'email', 'name', 'disabled', 'last sign-in', 'claims']]),
    print: (records) => render(records.map(toTableRow))
  }
}

function toTableRow(record: UserRecord): string[] {
  const { uid, email, displayName, disabled, metadata } = record
  const lastSignIn = isoTime(metadata.lastSignInTime).slice(0, TIME_WIDTH).replace('T', ' ')
  return [
    uid,
    email ?? '',
    displayName ?? '',
    disabled ? 'yes' : '',
    lastSignIn === '' ? 'never' : lastSignIn,
    describeClaims(record)
  ].map(stripControls)
}

function describeClaims({ customClaims = {} }: UserRecord): string {
  return Object.keys(customClaims).length === 0 ? '' : safeJson(customClaims)
}

/** `Fri, 20 Nov 2026 …` as `2026-11-20T…Z`; empty for no time. */
function isoTime(utc: string | null): string {
  const date = new Date(utc ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
