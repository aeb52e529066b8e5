/**
 * `gatehouse doctor`: runs checks of configuration, machine, provider, store and application, and reports
 * cause and fix of each problem. Changes nothing and never prints a secret.
 */

import { setMaxListeners } from 'node:events'
import { existsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { Help } from 'commander'
import { untilDeadline } from '../../src/async.ts'
import { EXIT, type ExitCode } from '../../src/commands/command-error.ts'
import { type Call, chooseHelpWidth } from '../../src/commands/command-line/command.ts'
import { safeJson, stripControls, write } from '../../src/commands/io.ts'
import { packagePath } from '../../src/config/package-files.ts'
import type { DoctorId } from '../../src/errors.ts'
import { createNameLookUps } from '../../src/http/connections/outbound-pool.ts'
import { warnAboutOpenFiles } from '../../src/operations/limits.ts'
import { type Check, type DoctorContext, inspectConfig } from './check.ts'
import { blockingCheck } from './checks/blocking-functions.ts'
import { configCheck, filesCheck, keysCheck, limitsCheck, versionCheck } from './checks/configuration.ts'
import { passkeysCheck } from './checks/passkeys.ts'
import { domainCheck, mfaCheck, projectCheck, providersCheck, recaptchaCheck } from './checks/project.ts'
import {
  apiKeyCheck,
  appCheckCheck,
  certificatesCheck,
  clockCheck,
  credentialsCheck,
  issuersCheck,
  quotaCheck
} from './checks/provider.ts'
import { dnsCheck, oauthCheck, publicUrlCheck } from './checks/public-url.ts'
import { storeCheck } from './checks/store.ts'
import { frameworkCheck, loopCheck, upstreamCheck, upstreamCredentialsCheck } from './checks/upstream.ts'
import { count, evaluate, type Finding, fail, type Result, type Status, skip } from './finding.ts'
import { createProviderProbes } from './probes.ts'

/** Timeout of a check, in milliseconds: longer than a provider call (5 s), so that a check can report the call's timeout. */
const CHECK_TIMEOUT_MS = 7000
/** Shorter, so that a check can name the host that does not resolve. */
const LOOK_UP_TIMEOUT_MS = 5000

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

function openContext({ io, args, plugins }: Call): DoctorContext {
  const { env, now } = io
  const file = args.text('config') ?? null
  const inspected = inspectConfig({ file, env, nodeFlags: process.execArgv, plugins })
  const provider = createProviderProbes(inspected, now, plugins)
  const asksForPasskeys = args.flag('passkeys') === true
  const lookUpName = createNameLookUps()
  // Resolves through the system, like the gateway.
  const lookUp = (host: string) =>
    new Promise<string[]>((resolve) =>
      lookUpName(host, LOOK_UP_TIMEOUT_MS, (_err, found) => resolve(found.map(({ address }) => address)))
    )
  // Without a limit it is 0, or exceeds the machine's memory.
  const memoryBytes = Math.min(process.constrainedMemory() || totalmem(), totalmem())
  const machine = { nodeVersion: process.versions.node, memoryBytes, openFilesWarning: warnAboutOpenFiles() }
  return { inspected, file, asksForPasskeys, env, machine, provider, lookUp, lookUpName, now }
}

interface ExaminationOptions {
  isOffline: boolean
  /** Returns a deadline signal, one per check. */
  deadline: () => AbortSignal
}

/** Runs checks concurrently; findings are in check order. A check that fails or hangs does not affect others. */
export function examine(
  checks: readonly Check[],
  context: DoctorContext,
  options: ExaminationOptions
): Promise<Finding[]> {
  const hide = createRedaction(context)
  return Promise.all(
    checks.map(async (check) => {
      const { status, seen, advice } = await runCheck(check, context, options)
      const shown = advice.map(({ cause, fix }) => ({ cause: hide(cause), fix: hide(fix) }))
      return { id: check.id, status, seen: hide(seen), advice: shown }
    })
  )
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
    const running = check.run(context, signal)
    return check.endsItself ? await running : await untilDeadline(running, signal, () => LATE)
  } catch (err) {
    // A message may quote what was read.
    const name = err instanceof Error ? err.name : 'unknown'
    return evaluate(
      `the check failed to run (${name})`,
      fail('this is a bug in gatehouse', 'report it with this line and the output of VERSION')
    )
  }
}

const LATE = evaluate(
  'no result in time',
  fail(
    'the other side does not respond, or the network is slow',
    'check DNS and this machine’s outbound connections'
  )
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

const INDENT = 27
const STATUS_WIDTH = 6
/** Escape sequences (ECMA-48, 8.3.117). */
const COLOURS: Readonly<Record<Status, string>> = { ok: '32', warn: '33', fail: '31', skip: '2' }
const NARROWEST_TEXT = 30
/** From this number on, checks that were skipped for one reason share a line. */
const MIN_GATHERED = 3

/** Version of the `--json` format, raised when a member is renamed or removed. */
const REPORT_VERSION = 1

interface ReportStyle {
  width: number
  hasColours: boolean
}

const DOCUMENT = packagePath('deploy', 'README.md')

/** Documentation of a finding: a place in a file of this installation, or of the repository if that has none, as the image. */
export function linkOf(id: DoctorId): string {
  return `${existsSync(DOCUMENT) ? DOCUMENT : 'deploy/README.md'}#${id.toLowerCase()}`
}

/** The findings in columns, with cause and fix of each problem below. */
export function describeFindings(findings: readonly Finding[], style: ReportStyle): string {
  const lines = findings.flatMap((finding) => {
    const same = findings.filter(({ status, seen }) => status === 'skip' && seen === finding.seen)
    if (finding.status !== 'skip' || same.length < MIN_GATHERED) return describeFinding(finding, style)
    if (same[0] !== finding) return []
    const names = same.map(({ id }) => id).join(', ')
    return describeFinding({ ...finding, seen: `${finding.seen} (${same.length} checks: ${names})` }, style)
  })
  const { ok, warnings, failures } = countFindings(findings)
  const sum = `${ok} ok, ${count(warnings, 'warning')}, ${count(failures, 'failure')}`
  return `${[...lines, sum].join('\n')}\n`
}

/** The findings as one JSON object. */
export function findingsAsJson(findings: readonly Finding[]): string {
  const listed = findings.map((finding) => ({ ...finding, link: linkOf(finding.id) }))
  return `${safeJson({ version: REPORT_VERSION, ...countFindings(findings), findings: listed })}\n`
}

function countFindings(findings: readonly Finding[]) {
  const having = (status: Status) => findings.filter((finding) => finding.status === status).length
  return { ok: having('ok'), warnings: having('warn'), failures: having('fail'), skipped: having('skip') }
}

function describeFinding(finding: Finding, { width, hasColours }: ReportStyle): string[] {
  const { id, status, seen, advice } = finding
  const padded = status.padEnd(STATUS_WIDTH)
  const shown = hasColours ? `\u001b[${COLOURS[status]}m${padded}\u001b[0m` : padded
  const textWidth = Math.max(width - INDENT, NARROWEST_TEXT)
  const [first = '', ...others] = [
    ...wrap(seen, textWidth),
    ...advice.flatMap(({ cause, fix }) => wrap(`${toSentence(cause)} ${toSentence(fix)}`, textWidth)),
    ...(advice.length === 0 ? [] : [`See ${linkOf(id)}`])
  ]
  const margin = ' '.repeat(INDENT)
  return [`${shown}${id.padEnd(INDENT - STATUS_WIDTH)}${first}`, ...others.map((line) => `${margin}${line}`)]
}

/** Longer words stay whole, for copying. */
function wrap(text: string, width: number): string[] {
  const words = stripControls(text).split(' ').filter(Boolean)
  const help = Object.assign(new Help(), { minWidthToWrap: 0 })
  return help.boxWrap(words.join(' '), width).split('\n')
}

/** Key paths and commands keep their case. */
function toSentence(text: string): string {
  if (text === '') return ''
  const isWord = /^[a-z]+[ ,]/.test(text) && !/^(chmod|npx|gatehouse) /.test(text)
  const begun = isWord ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}

/** All checks in report order. */
export const CHECKS: readonly Check[] = [
  configCheck,
  filesCheck,
  keysCheck,
  limitsCheck,
  versionCheck,
  storeCheck,
  dnsCheck,
  clockCheck,
  certificatesCheck,
  issuersCheck,
  apiKeyCheck,
  appCheckCheck,
  projectCheck,
  domainCheck,
  providersCheck,
  mfaCheck,
  passkeysCheck,
  recaptchaCheck,
  blockingCheck,
  credentialsCheck,
  quotaCheck,
  upstreamCredentialsCheck,
  upstreamCheck,
  frameworkCheck,
  loopCheck,
  publicUrlCheck,
  oauthCheck
]
