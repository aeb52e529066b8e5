import { PLUGINS } from '../plugins/plugins.ts'
import { createApp } from '../src/app.ts'
import { type InvalidConfig, type LoadedConfig, loadConfig } from '../src/config/load.ts'
import { createLog } from '../src/operations/logging.ts'
import { generateSignatureKey } from '../src/session/cookie/signature-keys.ts'
import { listenFor } from '../test/fixtures/wire/listening.ts'
import { PROJECT_ID } from './emulator-process.ts'

export type AcquireMode = 'handover' | 'exchange'

/** A listening gateway in front of the demo application, using the emulator. */
export interface GatewayUnderTest {
  /** Origin that visitors use. */
  url: string
  mode: AcquireMode
  signatureKey: string
  /** The variables that configure it. */
  env: Record<string, string>
  /** Everything it logged so far. */
  readLog(): string
  /** Sets its clock, in epoch seconds; null resets it. */
  setClock(seconds: number | null): void
  close(): Promise<void>
}

export interface GatewayOptions {
  mode: AcquireMode
  /** `host:port`. */
  emulatorHost: string
  upstreamUrl: string
  /** More variables. */
  env?: Record<string, string>
}

/** The environment that configures a gateway on `port` for the emulator. */
export function environmentFor(options: GatewayOptions, port: number): Record<string, string> {
  return {
    GATEHOUSE_PUBLIC_URL: `http://localhost:${port}`,
    GATEHOUSE_LOGIN_BRAND_NAME: 'Gatehouse',
    GATEHOUSE_UPSTREAM_URL: options.upstreamUrl,
    GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: PROJECT_ID,
    GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: options.emulatorHost,
    GATEHOUSE_IDENTITY_HEADERS: '{"x-forwarded-groups":"groups"}',
    GATEHOUSE_COOKIE_SIGNATURE_KEYS: generateSignatureKey(),
    GATEHOUSE_SESSION_ACQUIRE: options.mode,
    ...options.env
  }
}

/** The result of loading a configuration. */
export function load(env: Record<string, string>): LoadedConfig | InvalidConfig {
  return loadConfig({ file: null, env, plugins: PLUGINS })
}

/** Starts a gateway on `port`. */
export async function startGatewayUnderTest(
  options: GatewayOptions,
  port: number
): Promise<GatewayUnderTest> {
  const env = environmentFor(options, port)
  const loaded = load(env)
  if (loaded.kind === 'invalid') throw new Error(`configuration: ${JSON.stringify(loaded.problems)}`)
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => lines.push(line) })
  let clock: number | null = null
  const app = await createApp({
    ...loaded,
    plugins: PLUGINS,
    logger: log.logger,
    now: () => clock ?? Date.now() / 1000
  })
  const listening = await listenFor(
    app,
    { ...loaded.config, listen: { ...loaded.config.listen, host: 'localhost', port } },
    log.logger
  )
  return {
    url: `http://localhost:${listening.port}`,
    mode: options.mode,
    env,
    signatureKey: String(env.GATEHOUSE_COOKIE_SIGNATURE_KEYS),
    readLog: () => lines.join(''),
    setClock(seconds) {
      clock = seconds
    },
    close: () => app.close()
  }
}
