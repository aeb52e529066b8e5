import { EventEmitter, once } from 'node:events'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { StandIn } from '../stand-in/stand-in.ts'
import { cookieHeader, postSession } from '../test/fixtures/gateway.ts'
import { type Ended, MAIN, startProgram } from '../test/fixtures/processes/child-process.ts'
import { send } from '../test/fixtures/wire/http-client.ts'
import { findFreePorts } from '../test/fixtures/wire/ports.ts'

const LOOK_AGAIN_MS = 20

/** What differs from one configuration to the next. */
export interface Written {
  /** Paths that need no session. */
  publicPaths: readonly string[]
  /** Lines of the file with the signature keys. */
  keys: string
  port?: number
}

/** The real program with its configuration in a folder that changes as Kubernetes changes one. */
export interface OperatedGateway {
  url: string
  port: number
  managementUrl: string
  /** Of its process. */
  pid: number
  /** Every version of the configuration is in a folder of its own; gives the path of the file. */
  publish(written: Written): string
  /** The text of the configuration file. */
  textOf(written: Written): string
  /** How many lines of this event there are. */
  count(event: string): number
  /** Settles with the latest line of this event as soon as there are so many of them. */
  latest(event: string, count: number): Promise<Record<string, unknown>>
  signIn(uid: string): Promise<string>
  hangUp(): void
  /** SIGUSR2. */
  replaceWorkers(): void
  /** SIGTERM. */
  terminate(): void
  /** How it ended. */
  ended: Promise<Ended>
  /** SIGTERM; how it ended. */
  end(): Promise<Ended>
}

export interface OperatedGatewayOptions {
  provider: StandIn
  upstreamUrl: string
  first: Written
  /** Has it the service account of the provider? Default false. */
  withCredentials?: boolean
  /** Keys of `session`, over those that all have. */
  session?: Record<string, unknown>
  /** Other keys that it has beside them. */
  more?: Record<string, unknown>
}

/** Starts it in `folder` and waits until it is ready. */
export async function startOperatedGateway(
  folder: string,
  { provider, upstreamUrl, first, withCredentials = false, session = {}, more = {} }: OperatedGatewayOptions
): Promise<OperatedGateway> {
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
  const { child, ended } = startProgram(MAIN, ['start', '--config', join(folder, 'gatehouse.yaml')])
  // A check that fails leaves none behind.
  process.once('exit', () => child.kill('SIGKILL'))
  const lines: Record<string, unknown>[] = []
  const written = new EventEmitter()
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
    async signIn(uid) {
      const { idToken, refreshToken } = await provider.signIn(uid)
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
