import { describeListed } from '../../session/account-sessions.ts'
import { EXIT } from '../command-error.ts'
import { write } from '../io.ts'
import { safeJson, stripControls } from '../safe-text.ts'
import { findSession, listOf, withSessions } from './session-command.ts'

/** `gatehouse sessions list`. */
export const listSessions = withSessions(async (call) => {
  const { io, args } = call
  const rows = (await listOf(call)).map(describeListed)
  const lines = args.flag('json')
    ? rows.map((row) => safeJson(row))
    : rows.map(({ sessionId, begun, origin }) => stripControls(`${sessionId}  ${begun}  ${origin}`))
  await write(io.stdout, lines.map((line) => `${line}\n`).join(''))
  return EXIT.done
})

/** `gatehouse sessions show`. */
export const showSession = withSessions(async (call) => {
  const { io, args } = call
  const row = describeListed(await findSession(call))
  const text = args.flag('json')
    ? safeJson(row)
    : Object.entries(row)
        .map(([name, value]) => stripControls(`${name.padEnd(10)} ${value ?? ''}`).trimEnd())
        .join('\n')
  await write(io.stdout, `${text}\n`)
  return EXIT.done
})
