#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startGateway } from './commands/serving/gateway.ts'
import { surviveUncaught } from './commands/serving/uncaught.ts'
import { type LoadedConfig, loadConfig } from './config/load.ts'
import { readPackageJson } from './config/package-files.ts'
import { describeProblems } from './config/problems.ts'
import type { LogLevel } from './config/schema/schema.ts'
import { generateSignatureKey } from './config/signature-keys.ts'
import { createLog, type Log } from './operations/logging.ts'
import type { Shutdown } from './operations/shutdown.ts'
import type { Problem } from './problem.ts'

const PORT_USAGE = '--port takes a number up to 65535'
const EXIT = { ok: 0, failed: 1, usage: 2 } as const

const USAGE = `gatehouse – an auth gateway in front of your web application

  gatehouse start [--config FILE]         run the gateway
  gatehouse check-config [--config FILE]  check a configuration and list every problem
  gatehouse keys generate                 print a new cookie signature key
  gatehouse users …                       manage accounts; see gatehouse users --help
  gatehouse token <uid>                   print a custom token; see gatehouse token --help
  gatehouse preview [--config FILE] [--port 8090]
                                          show the login page in every state, on loopback, without a provider
  gatehouse demo [--port 8080]            run the embedded demo on loopback
  gatehouse --help | --version

Configuration comes from FILE (YAML or JSON), then from GATEHOUSE_… variables; see config/README.md.
Exit codes: 0 done, 1 could not run (a port in use, say), 2 wrong usage or wrong configuration; users and token have more.
`

async function main(args: string[]): Promise<number> {
  const [command, ...rest] = args
  // These have help texts of their own.
  if (command === 'users' || command === 'token') return await manageAccounts(args)
  const wantsHelp = args.includes('--help') || args.includes('-h')
  if (wantsHelp || command === 'help') return print(USAGE)
  if (command === '--version') return print(`${readVersion()}\n`)
  try {
    switch (command) {
      case 'start':
        return await withConfig(rest, start)
      case 'check-config':
        return await withConfig(rest, reportGoodConfig)
      case 'keys':
        if (rest.length === 1 && rest[0] === 'generate') return print(`${generateSignatureKey()}\n`)
        return refuseUsage('keys knows one thing to do: generate')
      case 'preview':
        return await preview(rest)
      case 'demo':
        return await demo(rest)
      default:
        return refuseUsage(command === undefined ? 'a command is missing' : `${command} is not a command`)
    }
  } catch (err) {
    if (isUsageError(err)) return refuseUsage(err.message)
    throw err
  }
}

/** Is it what `parseArgs` throws? */
function isUsageError(err: unknown): err is Error {
  return err instanceof Error && 'code' in err && String(err.code).startsWith('ERR_PARSE_ARGS_')
}

function withConfig(
  args: string[],
  run: (loaded: LoadedConfig) => Promise<number> | number
): Promise<number> | number {
  const { values } = parseArgs({ args, options: { config: { type: 'string', short: 'c' } } })
  const loaded = loadConfig({ file: values.config ?? null, env: process.env, nodeFlags: process.execArgv })
  return 'problems' in loaded ? refuseConfig(loaded.problems) : run(loaded)
}

function reportGoodConfig({ warnings, notices }: LoadedConfig): number {
  const lines = [...warnings, ...notices].map((text) => `warning: ${text}\n`)
  return print(`${lines.join('')}The configuration is good.\n`)
}

function refuseConfig(problems: readonly Problem[]): number {
  process.stderr.write(`gatehouse: ${describeProblems(problems)}\n`)
  return EXIT.usage
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65535
}

async function start(loaded: LoadedConfig): Promise<number> {
  const log = openLog(loaded.config.log.level)
  ignoreHangUp(log)
  const gateway = await startOrExplain(() => startGateway(loaded, log), log)
  if (gateway === null) return EXIT.failed
  surviveUncaught(log)
  return await waitForEnd(gateway.shutdown, log)
}

async function preview(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { config: { type: 'string', short: 'c' }, port: { type: 'string', default: '8090' } }
  })
  if (!isPort(values.port)) return refuseUsage(PORT_USAGE)
  const loaded = loadConfig({ file: values.config ?? null, env: process.env, only: 'login' })
  if ('problems' in loaded) return refuseConfig(loaded.problems)
  const { startPreview } = await import('./commands/preview.ts')
  const log = openLog('info')
  const running = await startOrExplain(() => startPreview(loaded.config, Number(values.port)), log)
  if (running === null) return EXIT.failed
  print(`
  Login page in every state   ${running.url}

  Nothing stands behind it. Ctrl-C ends it.

`)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await running.close()
  return EXIT.ok
}

async function demo(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { port: { type: 'string', default: '8080' } } })
  if (!isPort(values.port)) return refuseUsage(PORT_USAGE)
  // The container image leaves the demo out, with the provider that lets anybody in.
  if (!existsSync(join(import.meta.dirname, '..', 'demo'))) {
    process.stderr.write('gatehouse: the demo is not part of this installation; the npm package has it\n')
    return EXIT.usage
  }
  // Loaded on demand: nothing of the demo belongs into a gateway that serves.
  const { DEMO_USER, startDemo } = await import('../demo/demo.ts')
  const log = openLog('info')
  const running = await startOrExplain(() => startDemo({ port: Number(values.port), log }), log)
  if (running === null) return EXIT.failed
  await log.flush()
  surviveUncaught(log)
  print(`
  Gatehouse demo   ${running.url}
  Sign in as       ${DEMO_USER.email}
  Password         ${DEMO_USER.password}

  Provider, application and gateway run in this process, on loopback. Ctrl-C ends them.

`)
  const code = await waitForEnd(running.gateway.shutdown, log)
  await running.close()
  return code
}

async function manageAccounts(args: string[]): Promise<number> {
  // Loaded on demand: a gateway that serves needs none of it.
  const { runAccountCommand } = await import('./commands/run.ts')
  const interruption = new AbortController()
  const { signal } = interruption
  // Once: a second Ctrl-C ends the process at once.
  process.once('SIGINT', () => interruption.abort())
  process.once('SIGTERM', () => interruption.abort())
  const { stdin, stdout, stderr, env } = process
  return await runAccountCommand(args, {
    stdin,
    stdout,
    stderr,
    isTTY: { stdin: stdin.isTTY === true, stdout: stdout.isTTY === true, stderr: stderr.isTTY === true },
    columns: stdout.columns,
    env,
    cwd: process.cwd(),
    signal,
    now: () => Date.now() / 1000,
    // At an interruption it is over early, and the command looks at the signal.
    wait: (seconds) => setTimeout(seconds * 1000, undefined, { signal }).catch(() => {})
  })
}

async function startOrExplain<T>(run: () => Promise<T>, log: Log): Promise<T | null> {
  try {
    return await run()
  } catch (err) {
    log.logger.fatal({ err }, 'cannot start')
    await log.flush()
    const code = err instanceof Error && 'code' in err ? err.code : null
    const reason = err instanceof Error ? err.message : String(err)
    process.stderr.write(
      `gatehouse: cannot start: ${reason}\n${code === 'EADDRINUSE' ? 'Another program has this port: stop it, or choose another port.\n' : ''}`
    )
    return null
  }
}

/** Settles with the exit code after SIGTERM or SIGINT; a second signal ends the process at once. */
function waitForEnd(shutdown: Shutdown, log: Log): Promise<number> {
  return new Promise((resolve) => {
    const end = (signal: NodeJS.Signals) => {
      if (shutdown.notReadyBecause() !== null) process.exit(EXIT.failed)
      log.logger.info({ signal }, 'shutting down')
      void finish(shutdown, log).then(resolve)
    }
    process.on('SIGTERM', end)
    process.on('SIGINT', end)
  })
}

async function finish(shutdown: Shutdown, log: Log): Promise<number> {
  let code: number = EXIT.ok
  try {
    const inTime = await shutdown.begin()
    log.logger.info({ inTime }, 'stopped')
  } catch (err) {
    log.logger.error({ err }, 'shutdown failed')
    code = EXIT.failed
  }
  await log.flush()
  return code
}

/** A log on standard output for a process that serves: no reader, and no missing one, may end it or hold it up. */
function openLog(level: LogLevel): Log {
  // Asking for the streams also makes Node switch pipes and sockets to non-blocking, which the log depends on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // A file that may not grow (`ulimit -f`) sends this signal, which would end the process; without it the write just fails.
  process.on('SIGXFSZ', () => {})
  const log = createLog(level, undefined, (code) => {
    process.stderr.write(
      `gatehouse: the log cannot be written (${code}); requests are answered all the same\n`
    )
  })
  process.once('exit', () => log.writeRest())
  return log
}

/** Reading the configuration anew takes a restart, so a hang-up must not end the gateway without draining. */
function ignoreHangUp(log: Log): void {
  process.on('SIGHUP', () => {
    log.logger.warn({ signal: 'SIGHUP' }, 'signal ignored: changed configuration needs a restart')
  })
}

function refuseUsage(reason: string): number {
  process.stderr.write(`gatehouse: ${reason}\n\n${USAGE}`)
  return EXIT.usage
}

function print(text: string): number {
  process.stdout.write(text)
  return EXIT.ok
}

function readVersion(): string {
  const manifest = readPackageJson('package.json')
  return String(Reflect.get(Object(manifest), 'version'))
}

// By itself Node opens its debugger for this signal, to anybody on the machine. Nothing here reacts to it instead.
process.on('SIGUSR1', () => {})
process.exitCode = await main(process.argv.slice(2))
process.exit()
