import type { UserRecord } from '../../identity-platform/accounts/user-record.ts'
import { EXIT } from '../command-error.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { BY_OPTION, JSON_OPTION } from '../command-line/options.ts'
import { type Io, write } from '../io.ts'
import { safeJson, stripControls } from '../safe-text.ts'
import { findAccount } from './account/find.ts'

/** `gatehouse users get`. */
export const get: Command = {
  name: 'users get',
  words: '<user>',
  wordCount: [1, 1],
  summary: 'show one account',
  options: [JSON_OPTION, BY_OPTION],
  async run({ io, args, connect }) {
    const { accounts } = await connect()
    const record = await findAccount(accounts, args)
    await write(io.stdout, args.flag('json') ? `${safeJson(record)}\n` : describeAccount(record))
    return EXIT.done
  }
}

/** Prints what became of an account: the whole record with `--json`, else `text`, safe for a terminal. */
export async function printChanged(
  { io, args }: { io: Io; args: Arguments },
  text: string,
  readRecord: () => Promise<UserRecord>
): Promise<void> {
  await write(io.stdout, args.flag('json') ? `${safeJson(await readRecord())}\n` : `${text}\n`)
}

/** An account for people: a name and a value a line. */
function describeAccount(record: UserRecord): string {
  const { metadata, customClaims = {}, providerData, multiFactor } = record
  const lines: [string, string][] = [
    ['uid', record.uid],
    ['e-mail', record.email === null ? '-' : `${record.email}${record.emailVerified ? ' (verified)' : ''}`],
    ['name', record.displayName ?? '-'],
    ['photo', record.photoURL ?? '-'],
    ['phone', record.phoneNumber ?? '-'],
    ['disabled', record.disabled ? 'yes' : 'no'],
    ['tenant', record.tenantId ?? '-'],
    ['created', metadata.creationTime ?? '-'],
    ['last sign-in', metadata.lastSignInTime ?? 'never'],
    ['last refresh', metadata.lastRefreshTime ?? '-'],
    ['revoked before', record.tokensValidAfterTime ?? '-'],
    ['providers', providerData.map(({ providerId, uid }) => `${providerId} (${uid})`).join(', ') || '-'],
    ['second factors', multiFactor.enrolledFactors.map(describeFactor).join(', ') || '-'],
    ['custom claims', safeJson(customClaims)]
  ]
  return lines.map(([name, value]) => `${name.padEnd(16)}${stripControls(value)}\n`).join('')
}

function describeFactor({
  factorId,
  displayName,
  phoneNumber
}: UserRecord['multiFactor']['enrolledFactors'][number]): string {
  return [factorId, displayName ?? phoneNumber].filter((part) => part !== null).join(' ')
}
