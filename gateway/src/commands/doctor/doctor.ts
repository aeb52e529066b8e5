import { lookup } from 'node:dns/promises'
import { totalmem } from 'node:os'
import { inspectConfig } from '../../config/load.ts'
import { warnAboutOpenFiles } from '../../operations/open-files.ts'
import { EXIT, type ExitCode } from '../command-error.ts'
import type { Call } from '../command-line/command.ts'
import { chooseHelpWidth } from '../command-line/help.ts'
import { type Io, write } from '../io.ts'
import type { DoctorContext, Machine } from './check.ts'
import { CHECKS } from './checks/list.ts'
import { examine } from './examination.ts'
import { createProviderProbes } from './provider-probes.ts'
import { describeFindings, findingsAsJson } from './report.ts'

/** Longest that one check takes, in milliseconds. */
const CHECK_TIMEOUT_MS = 5000

/** `gatehouse doctor`. */
export async function doctor({ io, args }: Call): Promise<ExitCode> {
  const context = openContext(io, args.text('config') ?? null, args.flag('passkeys') === true)
  try {
    const findings = await examine(CHECKS, context, {
      isOffline: args.flag('offline') === true,
      deadline: () => AbortSignal.timeout(CHECK_TIMEOUT_MS)
    })
    const isJson = args.flag('json') === true
    await write(io.stdout, isJson ? findingsAsJson(findings) : describeFindings(findings, styleFor(io)))
    return findings.some(({ status }) => status === 'fail') ? EXIT.failed : EXIT.done
  } finally {
    await context.provider?.close()
  }
}

function openContext({ env, now }: Io, file: string | null, asksForPasskeys: boolean): DoctorContext {
  const inspected = inspectConfig({ file, env, nodeFlags: process.execArgv })
  const provider = createProviderProbes(inspected, now)
  return { inspected, file, asksForPasskeys, env, machine: lookAtMachine(), provider, lookUp, now }
}

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
