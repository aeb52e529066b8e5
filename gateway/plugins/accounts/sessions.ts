import { isIPv6 } from 'node:net'
import { request } from 'undici'
import {
  CommandError,
  EXIT,
  type ExitCode,
  orInterrupted,
  unwrapOrExit
} from '../../src/commands/command-error.ts'
import { type Call, readSources } from '../../src/commands/command-line/command.ts'
import { safeJson, stripControls, write } from '../../src/commands/io.ts'
import { loadConfig } from '../../src/config/load.ts'
import type { SessionRow } from './operator-sessions.ts'
import { confirm } from './prompts.ts'

/** Milliseconds; longer than the gateway's own calls to provider and store. */
const TIMEOUT_MS = 30_000

/** Sends a request about the account of the arguments to the management listener. Throws a `CommandError` unless it is granted. */
async function ask(call: Call, method: 'GET' | 'POST', what: object): Promise<unknown> {
  const { io, args } = call
  const { config, managementToken } = unwrapOrExit(loadConfig(readSources(call)))
  const { host, port } = config.management
  if (managementToken === null || port === 0)
    throw new CommandError(
      EXIT.usage,
      'sessions are listed and ended by the running gateway, at its management listener: set `management.tokenFile`, and `management.port` to other than 0'
    )
  const [account = ''] = args.words
  const tenant = args.flag('tenant') === false ? '' : args.text('tenant')
  // Omits what is undefined.
  const text = JSON.stringify({ ...what, account, by: args.text('by'), tenant })
  const isGet = method === 'GET'
  const origin = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
  const path = isGet ? `/sessions?${new URLSearchParams(JSON.parse(text))}` : '/sessions/revoke'
  const sending = request(`${origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${managementToken}`, 'content-type': 'application/json' },
    body: isGet ? null : text,
    headersTimeout: TIMEOUT_MS,
    signal: io.signal
  }).then(async ({ statusCode, body }) => ({ statusCode, reply: Object(await body.json()) }))
  const { statusCode, reply } = await orInterrupted(io.signal, sending).catch((err) => {
    if (err instanceof CommandError) throw err
    const reason = `no gateway responds at ${origin} (${err.code ?? err.name})`
    throw new CommandError(EXIT.failed, `${reason}: run this where it runs, with its configuration`)
  })
  if (statusCode === 200) return reply
  const { detail, message } = reply
  // Without a detail, it is not about the account: a wrong token, or a gateway that has none.
  const isUnknown = statusCode === 404 && detail !== undefined
  const exitCode = isUnknown ? EXIT.notFound : statusCode < 500 ? EXIT.usage : EXIT.failed
  throw new CommandError(exitCode, stripControls(`${account}: ${detail ?? message} (${statusCode})`))
}

/** The session named by the second argument, or all of the account without one. Throws a `CommandError` if there is none. */
async function readSessions(call: Call): Promise<SessionRow[]> {
  const { sessions } = (await ask(call, 'GET', { sessionId: call.args.words[1] })) as {
    sessions: SessionRow[]
  }
  return sessions
}

/** `gatehouse sessions list`. */
export async function listSessions(call: Call): Promise<ExitCode> {
  const lines = (await readSessions(call)).map((row) => {
    const { sessionId, begun, origin, deviceBound } = row
    const facts = [sessionId, begun, origin, ...(deviceBound ? ['bound'] : [])]
    return call.args.flag('json') ? safeJson(row) : stripControls(facts.join('  '))
  })
  await write(call.io.stdout, lines.map((line) => `${line}\n`).join(''))
  return EXIT.done
}

/** `gatehouse sessions show`. */
export async function showSession(call: Call): Promise<ExitCode> {
  const [row] = await readSessions(call)
  const lines = call.args.flag('json')
    ? [safeJson(row)]
    : Object.entries(row ?? {}).map(([name, value]) =>
        stripControls(`${name.padEnd(11)} ${value ?? ''}`).trimEnd()
      )
  await write(call.io.stdout, `${lines.join('\n')}\n`)
  return EXIT.done
}

/** `gatehouse sessions revoke`: one session, or all of an account. */
export async function revokeSessions(call: Call): Promise<ExitCode> {
  const { io, args } = call
  const [account, sessionId] = args.words
  if (sessionId !== undefined) await readSessions(call)
  const what = stripControls(
    `${sessionId === undefined ? 'every session' : `session ${sessionId}`} of ${account}`
  )
  await confirm(io, args, `End ${what}? This cannot be undone.`)
  const reply = await ask(call, 'POST', sessionId === undefined ? { all: true } : { sessionId })
  const { everywhereWithinSeconds: seconds } = reply as { everywhereWithinSeconds: number }
  const when = seconds === 1 ? 'all replicas within a second' : `other replicas within ${seconds} seconds`
  await write(io.stdout, `ended ${what}; this gateway rejects it now, ${when}\n`)
  return EXIT.done
}
