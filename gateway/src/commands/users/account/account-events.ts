import type { ProviderConfig } from '../../../config/schema/schema.ts'
import type { AccountChanges, NewAccount } from '../../../identity-platform/accounts/account-fields.ts'
import type { Accounts } from '../../../identity-platform/accounts/accounts.ts'
import type { AccountChange } from '../../../identity-platform/accounts/own-account.ts'
import { appendLine, createEventFormat, createEventNumbers } from '../../../operations/audit/audit-file.ts'
import { problemText } from '../../../problem.ts'
import { CommandError, EXIT } from '../../command-error.ts'
import { type Io, say } from '../../io.ts'
import { stripControls } from '../../safe-text.ts'

/** A change that was made; names without values. */
interface MadeChange {
  call: 'create' | 'update' | 'delete' | 'revoke'
  uid: string
  fields?: string[]
  claims?: string[]
}

/**
 * The accounts, with each change written as an event `account.changed` to the file in `audit.to`. Without a
 * file nothing is written, since standard output is the command's own. Throws a `CommandError` before the
 * first change if the file is not writable.
 */
export function withEvents(accounts: Accounts, config: ProviderConfig, io: Io): Accounts {
  if (config.audit.to === 'stdout') return accounts
  const { check, note: write } = createNotes(config, io)
  const note = (change: MadeChange) => write({ event: 'account.changed', ...change })

  async function noted(change: MadeChange, make: () => Promise<AccountChange>): Promise<AccountChange> {
    check()
    const result = await make()
    if (result.kind === 'done') await note(change)
    return result
  }

  return {
    ...accounts,
    async create(account) {
      check()
      const result = await accounts.create(account)
      if (result.kind === 'created') await note({ call: 'create', uid: result.uid, ...namesOf(account) })
      return result
    },
    update: (uid, changes) =>
      noted({ call: 'update', uid, ...namesOf(changes) }, () => accounts.update(uid, changes)),
    delete: (uid) => noted({ call: 'delete', uid }, () => accounts.delete(uid)),
    revoke: (uid, since) => noted({ call: 'revoke', uid }, () => accounts.revoke(uid, since))
  }
}

type CommandEvent = { event: string } & Record<string, string | string[] | undefined>

/**
 * Writes events to the file in `audit.to`, if any. `check` throws a `CommandError` if it is not writable;
 * `note` only warns, because the change has been made.
 */
export function createNotes({ audit: { to, format }, publicUrl: source }: ProviderConfig, io: Io) {
  const nowMs = () => io.now() * 1000
  const toLine = createEventFormat({ format, source, idOf: createEventNumbers(), nowMs })
  return {
    check(): void {
      if (to === 'stdout') return
      const problem = appendLine(to, '')
      if (problem === null) return
      throw new CommandError(
        EXIT.usage,
        `not changed: ${stripControls(problemText(problem))}\n${problem.hint}`
      )
    },
    async note(event: CommandEvent): Promise<void> {
      const problem = to === 'stdout' ? null : appendLine(to, toLine('info', event))
      if (problem === null) return
      const what = `the change was made, but its event ${event.event} was not written`
      await say(io, `warning: ${stripControls(`${what}: ${problemText(problem)}`)}`)
    }
  }
}

/** Names of changed fields and claims, without values. */
function namesOf(changes: AccountChanges & Pick<NewAccount, 'uid'>): Pick<MadeChange, 'fields' | 'claims'> {
  const { customClaims, uid: _uid, ...others } = changes
  const fields = Object.keys(others)
  return {
    ...(fields.length === 0 ? {} : { fields }),
    ...(customClaims === undefined ? {} : { claims: Object.keys(customClaims ?? {}) })
  }
}
