import { EventEmitter, once } from 'node:events'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { StandIn } from '../stand-in/stand-in.ts'
import type { SignInFacts } from '../stand-in/test-api.ts'
import { cookieHeader, postSession } from '../test/fixtures/gateway.ts'
import {
  type Ended,
  endWithThisProcess,
  type LimitedProgramOptions,
  MAIN,
  startLimitedProgram
} from '../test/fixtures/processes/child-process.ts'
import { send } from '../test/fixtures/wire/http-client.ts'
import { findFreePorts } from '../test/fixtures/wire/ports.ts'

const LOOK_AGAIN_MS = 20

/** What differs between configurations. */
export interface Written {
  /** Paths that require no session. */
  publicPaths: readonly string[]
  /** Content of the file with the signature keys. */
  keys: string
  port?: number
}

/** The real program with its configuration in a folder that is updated like by Kubernetes. */
export interface OperatedGateway {
  url: string
  port: number
  managementUrl: string
  /** Its process id. */
  pid: number
  /** Writes a version of the configuration into a new folder; returns the path of the file. */
  publish(written: Written): string
  /** The text of the configuration file. */
  textOf(written: Written): string
  /** Number of log lines of this event. */
  count(event: string): number
  /** Resolves with the latest line of this event once there are this many. */
  latest(event: string, count: number): Promise<Record<string, unknown>>
  signIn(uid: string, facts?: SignInFacts): Promise<string>
  hangUp(): void
  /** Sends SIGUSR2. */
  replaceWorkers(): void
  /** Sends SIGTERM. */
  terminate(): void
  /** The result of its end. */
  ended: Promise<Ended>
  /** Sends SIGTERM; returns the result of its end. */
  end(): Promise<Ended>
}

export interface OperatedGatewayOptions extends Pick<LimitedProgramOptions, 'output' | 'limits'> {
  provider: StandIn
  upstreamUrl: string
  first: Written
  /** Whether it has the service account of the provider. Default false. */
  withCredentials?: boolean
  /** Keys of `session` that override the common ones. */
  session?: Record<string, unknown>
  /** Other additional keys. */
  more?: Record<string, unknown>
}

/** Starts it in `folder` and waits until it is ready. */
export async function startOperatedGateway(
  folder: string,
  options: OperatedGatewayOptions
): Promise<OperatedGateway> {
  const { provider, upstreamUrl, first, withCredentials = false, session = {}, more = {}, ...how } = options
  const [freePort = 0, managementPort = 0] = await findFreePorts(2)
  const url = `http://127.0.0.1:${freePort}`
  const textOf = ({ publicPaths, port = freePort }: Written) =>
    `${JSON.stringify(
      {
        publicUrl: url,
        listen: { host: '127.0.0.1', port },
        management: { host: '127.0.0.1', port: managementPort },
        upstream: { url: upstreamUrl },
        identityPlatform: {
          projectId: provider.projectId,
          apiKey: provider.apiKey,
          endpoints: provider.endpoints,
          ...(withCredentials ? { credentials: JSON.stringify(provider.serviceAccount) } : {})
        },
        cookie: { signatureKeysFile: join(folder, 'keys') },
        session: { acquire: 'handover', revocationCheckSeconds: 0, ...session },
        access: { rules: publicPaths.map((path) => ({ path, allow: 'public' })) },
        log: { level: 'warn' },
        reload: { pollSeconds: 1 },
        ...more
      },
      null,
      2
    )}\n`

  let version = 0
  function publish(written: Written): string {
    version += 1
    const name = `..v${version}`
    const file = join(folder, name, 'gatehouse.yaml')
    mkdirSync(join(folder, name))
    writeFileSync(file, textOf(written))
    writeFileSync(join(folder, name, 'keys'), written.keys)
    symlinkSync(name, join(folder, '..data_tmp'))
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'))
    return file
  }

  publish(first)
  for (const name of ['gatehouse.yaml', 'keys']) symlinkSync(join('..data', name), join(folder, name))
  const { child, ended } = startLimitedProgram(
    MAIN,
    ['start', '--config', join(folder, 'gatehouse.yaml')],
    how
  )
  endWithThisProcess(child)
  const lines: Record<string, unknown>[] = []
  const written = new EventEmitter()
  if (child.stdout !== null)
    createInterface(child.stdout).on('line', (line) => {
      if (!line.includes('"msg":"event"')) return
      lines.push(JSON.parse(line))
      written.emit('event')
    })
  const managementUrl = `http://127.0.0.1:${managementPort}`
  while ((await send(`${managementUrl}/readyz`).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`not started: ${(await ended).stderr}`)
    await delay(LOOK_AGAIN_MS)
  }
  const ofEvent = (event: string) => lines.filter((line) => line.event === event)
  return {
    url,
    port: freePort,
    managementUrl,
    pid: child.pid ?? 0,
    publish,
    textOf,
    count: (event) => ofEvent(event).length,
    async latest(event, count) {
      while (ofEvent(event).length < count) await once(written, 'event')
      return ofEvent(event).at(-1) ?? {}
    },
    async signIn(uid, facts) {
      const { idToken, refreshToken } = await provider.signIn(uid, facts)
      const response = await postSession(url, idToken, refreshToken, { origin: url })
      if (response.status !== 200) throw new Error(`sign-in: ${response.status} ${await response.text()}`)
      return cookieHeader(response)
    },
    hangUp: () => void child.kill('SIGHUP'),
    replaceWorkers: () => void child.kill('SIGUSR2'),
    terminate: () => void child.kill('SIGTERM'),
    ended,
    async end() {
      child.kill('SIGTERM')
      return await ended
    }
  }
}
