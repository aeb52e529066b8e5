import { lookup } from 'node:dns/promises'
import { totalmem } from 'node:os'
import { inspectConfig } from '../../config/load.ts'
import { warnAboutOpenFiles } from '../../operations/open-files.ts'
import { EXIT, type ExitCode, interrupted, wrongUsage } from '../command-error.ts'
import { type Arguments, readTenant } from '../command-line/arguments.ts'
import type { Call } from '../command-line/command.ts'
import { chooseHelpWidth } from '../command-line/help.ts'
import { type Io, say, write } from '../io.ts'
import type { DoctorContext, Machine } from './check.ts'
import { CHECKS } from './checks/list.ts'
import { examine } from './examination.ts'
import { createProviderProbes } from './provider-probes.ts'
import { describeFindings, findingsAsJson } from './report.ts'

/**
 * Longest that one check takes, in milliseconds: longer than one call to the provider (5 s), so that a check whose call is not
 * answered says so itself.
 */
const CHECK_TIMEOUT_MS = 7000

/** `gatehouse doctor`. */
export async function doctor({ io, args }: Call): Promise<ExitCode> {
  checkUsage(args)
  const context = openContext(io, args)
  try {
    const findings = await examine(CHECKS, context, {
      isOffline: args.flag('offline') === true,
      deadline: () => AbortSignal.timeout(CHECK_TIMEOUT_MS)
    })
    const isJson = args.flag('json') === true
    await write(io.stdout, isJson ? findingsAsJson(findings) : describeFindings(findings, styleFor(io)))
    if (context.trial?.interrupted.aborted === true) throw interrupted()
    return findings.some(({ status }) => status === 'fail') ? EXIT.failed : EXIT.done
  } finally {
    await context.provider?.close()
  }
}

function checkUsage(args: Arguments): void {
  const isTrial = args.text('account') !== undefined
  if (isTrial && args.flag('passkeys') !== true)
    throw wrongUsage('--account changes an account, for --passkeys alone: add --passkeys')
  if (isTrial && args.flag('offline') === true) throw wrongUsage('--account contradicts --offline; keep one')
  if (!isTrial && (args.text('tenant') !== undefined || args.flag('tenant') === false))
    throw wrongUsage('--tenant and --no-tenant say where the account is: add --account UID')
}

function openContext(io: Io, args: Arguments): DoctorContext {
  const { env, now } = io
  const file = args.text('config') ?? null
  const inspected = inspectConfig({ file, env, nodeFlags: process.execArgv })
  const provider = createProviderProbes(inspected, now)
  const trial = openTrial(io, args, inspected.config.identityPlatform?.tenantId ?? null)
  const asksForPasskeys = args.flag('passkeys') === true
  return { inspected, file, asksForPasskeys, trial, env, machine: lookAtMachine(), provider, lookUp, now }
}

/** Only then is Ctrl-C ours: without a trial it ends the process as ever. */
function openTrial(io: Io, args: Arguments, configuredTenant: string | null): DoctorContext['trial'] {
  const uid = args.text('account')
  if (uid === undefined) return null
  const { signal, wait } = io
  signal.addEventListener('abort', () => void say(io, INTERRUPTED), { once: true })
  return { uid, tenantId: readTenant(args, configuredTenant), interrupted: signal, wait }
}

const INTERRUPTED = 'interrupted: taking the passkey away first; another Ctrl-C ends at once, and leaves it'

function lookAtMachine(): Machine {
  // Without a limit it is 0, or more than there is.
  const limitBytes = process.constrainedMemory()
  const memoryBytes = limitBytes > 0 ? Math.min(limitBytes, totalmem()) : totalmem()
  return { nodeVersion: process.versions.node, memoryBytes, openFilesWarning: warnAboutOpenFiles() }
}

/** As the gateway resolves names, by the system. */
async function lookUp(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}

function styleFor({ isTTY, columns, env }: Io) {
  return { width: chooseHelpWidth(columns), hasColours: isTTY.stdout && !env.NO_COLOR }
}
