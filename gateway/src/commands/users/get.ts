import type { UserRecord } from '../../identity-platform/accounts/user-record.ts'
import { EXIT } from '../command-error.ts'
import { write } from '../io.ts'
import { safeJson, stripControls } from '../safe-text.ts'
import { findAccount } from './account/account.ts'
import { withAccounts } from './account/connection.ts'

/** `gatehouse users get`. */
export const get = withAccounts(async ({ io, args, connect }) => {
  const { accounts } = await connect()
  const record = await findAccount(accounts, args)
  await write(
    io.stdout,
    args.flag('json')
      ? `${safeJson(record)}
`
      : describeAccount(record)
  )
  return EXIT.done
})

/** An account for people: a name and a value a line. */
function describeAccount(record: UserRecord): string {
  const { metadata, customClaims = {}, providerData, multiFactor, passkeys = [] } = record
  const lines: [string, string][] = [
    ['uid', record.uid],
    ['email', record.email === null ? '-' : `${record.email}${record.emailVerified ? ' (verified)' : ''}`],
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
    ['passkeys', passkeys.map(({ id, name }) => `${name ?? '-'} (${shorten(id)})`).join(', ') || '-'],
    ['custom claims', safeJson(customClaims)]
  ]
  return lines.map(([name, value]) => `${name.padEnd(16)}${stripControls(value)}\n`).join('')
}

/** Enough to tell one from the others. A first `-` is shown as `+`, its other spelling in base64: a command would read it as an option. */
function shorten(id: string): string {
  const shown = id.replace(/^-/, '+')
  return shown.length > 12 ? `${shown.slice(0, 12)}…` : shown
}

function describeFactor({
  factorId,
  displayName,
  phoneNumber
}: UserRecord['multiFactor']['enrolledFactors'][number]): string {
  return [factorId, displayName ?? phoneNumber].filter((part) => part !== null).join(' ')
}
