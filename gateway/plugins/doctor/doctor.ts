/**
 * `gatehouse doctor`: runs checks of configuration, machine, provider, store and application, and reports
 * cause and fix of each problem. Changes nothing and never prints a secret.
 */

import { setMaxListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { untilDeadline } from '../../src/async.ts'
import { EXIT, type ExitCode } from '../../src/commands/command-error.ts'
import { type Call, chooseHelpWidth } from '../../src/commands/command-line/command.ts'
import { write } from '../../src/commands/io.ts'
import { DOCTOR_IDS, type DoctorId } from '../../src/errors.ts'
import { type Check, type Finding, failing, type Result, skip } from './check.ts'
import { CONFIGURATION_CHECKS } from './checks/configuration.ts'
import { PASSKEYS } from './checks/passkeys.ts'
import { PROJECT_CHECKS } from './checks/project.ts'
import { PROVIDER_CHECKS } from './checks/provider.ts'
import { PUBLIC_URL_CHECKS } from './checks/public-url.ts'
import { STORE } from './checks/store.ts'
import { UPSTREAM_CHECKS } from './checks/upstream.ts'
import { type DoctorContext, openContext } from './context.ts'
import { describeFindings, findingsAsJson } from './report.ts'

/** All checks. */
const CHECKS: Readonly<Record<DoctorId, Check>> = {
  ...CONFIGURATION_CHECKS,
  ...PROJECT_CHECKS,
  ...PROVIDER_CHECKS,
  ...PUBLIC_URL_CHECKS,
  ...UPSTREAM_CHECKS,
  PASSKEYS,
  STORE
}

/** Timeout of a check, in milliseconds: longer than a provider call (5 s), so that a check can report the call's timeout. */
const CHECK_TIMEOUT_MS = 7000

/** `gatehouse doctor`. */
export async function doctor(call: Call): Promise<ExitCode> {
  const { io, args } = call
  const context = openContext(call)
  try {
    const findings = await examine(CHECKS, context, {
      isOffline: args.flag('offline') === true,
      deadline: () => AbortSignal.timeout(CHECK_TIMEOUT_MS)
    })
    const style = { width: chooseHelpWidth(io.columns), hasColours: io.isTTY.stdout && !io.env.NO_COLOR }
    const isJson = args.flag('json') === true
    await write(io.stdout, isJson ? findingsAsJson(findings) : describeFindings(findings, style))
    return findings.some(({ status }) => status === 'fail') ? EXIT.failed : EXIT.done
  } finally {
    await context.provider?.close()
  }
}

interface ExaminationOptions {
  isOffline: boolean
  /** Returns a deadline signal, one per check. */
  deadline: () => AbortSignal
}

/** Runs checks concurrently; findings are in the order of their ids. A check that fails or hangs does not affect others. */
export async function examine(
  checks: Readonly<Partial<Record<DoctorId, Check>>>,
  context: DoctorContext,
  options: ExaminationOptions
): Promise<Finding[]> {
  const hide = createRedaction(context)
  const findings = DOCTOR_IDS.map(async (id) => {
    const check = checks[id]
    if (check === undefined) return []
    const { status, seen, advice } = await runCheck(check, context, options)
    const shown = advice.map(({ cause, fix }) => ({ cause: hide(cause), fix: hide(fix) }))
    return [{ id, status, seen: hide(seen), advice: shown }]
  })
  return (await Promise.all(findings)).flat()
}

async function runCheck(
  check: Check,
  context: DoctorContext,
  { isOffline, deadline }: ExaminationOptions
): Promise<Result> {
  if (isOffline && check.isRemote) return skip('not checked: --offline')
  const signal = deadline()
  // One listener per application.
  setMaxListeners(0, signal)
  try {
    // A check that notices the deadline itself says more.
    return await untilDeadline(check.run(context, signal), signal, () => nextTurn(LATE))
  } catch (err) {
    // A message may quote what was read.
    return failing(
      `the check failed to run (${err instanceof Error ? err.name : 'unknown'})`,
      'this is a bug in gatehouse',
      'report it with this line and the output of VERSION'
    )
  }
}

const LATE = failing(
  'no result in time',
  'the other side does not respond, or the network is slow',
  'check DNS and this machine’s outbound connections'
)

/** Shorter secrets belong to the emulator and tests, and occur in texts as words. */
const MIN_SECRET_CHARS = 20
const ADDRESS = /[^\s@:/'"`<>()]+@[^\s@'"`<>()]+\.[a-z]{2,}/gi

/** Redacts configured secrets and email addresses in other programs' messages. */
function createRedaction({ inspected }: DoctorContext): (text: string) => string {
  const { cookie, identityPlatform } = inspected.config
  const configured = [...(cookie?.signatureKeys ?? []), identityPlatform?.apiKey ?? '']
  const secrets = configured.filter((secret) => secret.length >= MIN_SECRET_CHARS)
  return (text) => {
    const without = secrets.reduce((rest, secret) => rest.replaceAll(secret, '(hidden)'), text)
    return without.replace(ADDRESS, '(address)')
  }
}
