import { hashSessionId } from '../../operations/log-fields.ts'
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
  const { io, args, config, record, ended } = call
  const session = await findSession(call)
  const what = `session ${session.sessionId} of ${nameAccount(record)}`
  await confirm(io, args, `End ${what}? This cannot be undone.`)
  const notes = createNotes(config, io)
  notes.check()
  const isKnown = await ended.end(session, session.startedAtSeconds + config.session.absoluteSeconds)
  // Nobody but the store can end one session: the provider knows none of them.
  if (!isKnown) throw new CommandError(EXIT.failed, `${what} goes on: the store could not be told`)
  await notes.note({
    event: 'session.ended',
    code: 'SESSION_ENDED',
    by: 'operator',
    subject: session.subject,
    ...(session.tenantId === null ? {} : { tenant: session.tenantId }),
    sessionId: hashSessionId(session.id)
  })
  await write(io.stdout, `ended ${what}; no replica takes it after a second\n`)
  return EXIT.done
}

async function revokeAll({
  io,
  args,
  config,
  connection,
  record,
  revocations
}: SessionCall): Promise<ExitCode> {
  const { accounts, tenantId } = connection
  const { absoluteSeconds, revocationCheckSeconds } = config.session
  await confirm(io, args, `End every session of ${nameAccount(record)}? This cannot be undone.`)
  // Sign-ins are counted in whole seconds, and those of this second are to end too.
  const validSinceSeconds = Math.floor(io.now()) + 1
  const change = await accounts.revoke(record.uid, validSinceSeconds)
  if (change.kind === 'failed') throw providerError(change.failure, nameAccount(record))
  const isKnown =
    config.store !== null &&
    (await revocations.revoke(
      { subject: record.uid, tenantId },
      validSinceSeconds,
      validSinceSeconds + absoluteSeconds
    ))
  const later =
    revocationCheckSeconds === 0
      ? 'each ends when it is next refreshed, within an hour (session.revocationCheckSeconds is 0)'
      : `the gateway follows within ${revocationCheckSeconds} seconds (session.revocationCheckSeconds)`
  const when = isKnown ? 'no replica takes one after a second' : later
  await write(io.stdout, `ended every session of ${nameAccount(record)}; ${when}\n`)
  return EXIT.done
}
