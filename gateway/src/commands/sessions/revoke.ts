import { type AccountSessions, describeOperatorsEnd } from '../../session/account-sessions.ts'
import type { Owner } from '../../session/session.ts'
import { CommandError, EXIT, type ExitCode } from '../command-error.ts'
import { write } from '../io.ts'
import { createNotes } from '../users/account/account-events.ts'
import { nameAccount } from '../users/account/find.ts'
import { providerError } from '../users/account/provider-error.ts'
import { confirm } from '../users/prompt.ts'
import { findSession, type SessionCall, withSessions } from './session-command.ts'

/** `gatehouse sessions revoke`: one session, or all of an account. */
export const revokeSessions = withSessions(async (call) =>
  call.args.words.length > 1 ? await revokeOne(call) : await revokeAll(call)
)

async function revokeOne(call: SessionCall): Promise<ExitCode> {
  const { io, args, record, sessions } = call
  const session = await findSession(call)
  const what = `session ${session.sessionId} of ${nameAccount(record)}`
  await confirm(io, args, `End ${what}? This cannot be undone.`)
  const noteEnd = prepareNote(call)
  // Nobody but the store can end one session: the provider knows none of them.
  if (!(await sessions.end(session)))
    throw new CommandError(EXIT.failed, `${what} goes on: the store could not be told`)
  await noteEnd(session)
  await write(io.stdout, `ended ${what}; no replica takes it after a second\n`)
  return EXIT.done
}

async function revokeAll(call: SessionCall): Promise<ExitCode> {
  const { io, args, config, connection, record, owner, sessions } = call
  await confirm(io, args, `End every session of ${nameAccount(record)}? This cannot be undone.`)
  const noteEnd = prepareNote(call)
  const ended = await sessions.endAll(owner, connection.accounts)
  if (ended.kind === 'failed') throw providerError(ended.failure, nameAccount(record))
  await noteEnd(owner)
  const when = describeDelay(ended.everywhereWithinSeconds, config.session.revocationCheckSeconds)
  await write(io.stdout, `ended every session of ${nameAccount(record)}; ${when}\n`)
  return EXIT.done
}

function describeDelay(everywhereWithinSeconds: number, revocationCheckSeconds: number): string {
  if (everywhereWithinSeconds === 1) return 'no replica takes one after a second'
  return revocationCheckSeconds === 0
    ? 'each ends when it is next refreshed, within an hour (session.revocationCheckSeconds is 0)'
    : `the gateway follows within ${everywhereWithinSeconds} seconds (session.revocationCheckSeconds)`
}

/** Throws a `CommandError` while the file of the events cannot be written. */
function prepareNote({ config, io }: SessionCall) {
  const notes = createNotes(config, io)
  notes.check()
  return async (of: Parameters<AccountSessions['end']>[0] | Owner) => {
    const { kind: event, ...fields } = describeOperatorsEnd(of)
    await notes.note({ event, ...fields })
  }
}
