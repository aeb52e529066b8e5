import { EXIT, type ExitCode, unwrapOrExit } from '../../src/commands/command-error.ts'
import { type Call, readPort, readSources } from '../../src/commands/command-line/command.ts'
import { writeQuietly } from '../../src/commands/io.ts'
import { openLog, startOrExplain, untilStopped } from '../../src/commands/process.ts'
import { loadConfig, needsOf } from '../../src/config/load.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { createLoginPreview } from './preview-server.ts'

const DEFAULT_PORT = 8090
/** A preview makes no calls, so it needs neither secrets nor project and site. */
export const PREVIEW_NEEDS = needsOf(
  /^(login|applications)\b/,
  /^(login|applications\[\d+\]\.login)\b(?!\.federated\.helperUrl)/
)

/** Serves all states of the login page on loopback. `port`: 0: any free one. Rejects if it is in use. */
export async function startPreview(config: Config, port: number) {
  const app = await createLoginPreview(config)
  return { url: await app.listen({ host: '127.0.0.1', port }), close: (): Promise<void> => app.close() }
}

/** `gatehouse preview`. */
export async function preview(call: Call): Promise<ExitCode> {
  const { io, args } = call
  const port = readPort(args) ?? DEFAULT_PORT
  const { config } = unwrapOrExit(loadConfig(readSources(call), PREVIEW_NEEDS))
  const running = await startOrExplain(() => startPreview(config, port), openLog('info'))
  void writeQuietly(
    io.stdout,
    `
  Login page in every state   ${running.url}

  Its forms do nothing. To try out another appearance, change the configuration and start this command again.
  Press Ctrl-C to stop.

`
  )
  await untilStopped()
  await running.close()
  return EXIT.done
}
