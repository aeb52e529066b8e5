import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, EXIT, type ExitCode } from './command-error.ts'
import { readPort } from './command-line/arguments.ts'
import type { Call } from './command-line/command.ts'
import { tell } from './io.ts'
import { openLog, startOrExplain, waitForShutdown } from './serving/process.ts'
import { surviveUncaught } from './serving/uncaught.ts'

const DEFAULT_PORT = 8080

/** `gatehouse demo`. */
export async function demo({ io, args }: Call): Promise<ExitCode> {
  const port = readPort(args) ?? DEFAULT_PORT
  // The container image leaves the demo out, with the provider that lets anybody in.
  if (!existsSync(join(import.meta.dirname, '..', '..', 'demo')))
    throw new CommandError(EXIT.usage, 'the demo is not part of this installation; the npm package has it')
  // Loaded on demand: nothing of the demo belongs into a gateway that serves.
  const { DEMO_USER, startDemo } = await import('../../demo/demo.ts')
  const log = openLog('info')
  const running = await startOrExplain(() => startDemo({ port, log }), log)
  await log.flush()
  surviveUncaught(log)
  void tell(
    io.stdout,
    `
  Gatehouse demo   ${running.url}
  Sign in as       ${DEMO_USER.email}
  Password         ${DEMO_USER.password}

  Provider, application and gateway run in this process, on loopback. Ctrl-C ends them.

`
  )
  const code = await waitForShutdown(running.gateway.shutdown, log)
  await running.close()
  return code
}
