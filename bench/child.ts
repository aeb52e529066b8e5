import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** What a process has used since its start. */
export interface Usage {
  /** Processor time of all its threads. */
  cpuMicroseconds: number
  /** JavaScript heap and what it holds outside. */
  heapBytes: number
  rssBytes: number
}

/** A program that listens, in a process of its own. */
export interface Running {
  url: string
  usage(): Promise<Usage>
  /** The same after garbage collection. */
  usageCollected(): Promise<Usage>
  stop(): Promise<void>
}

export interface ProgramOptions {
  /** Relative to dist/bench. */
  path: string
  args: readonly string[]
  port: number
  /** All the environment it gets. */
  env?: Record<string, string>
  /** Headers of the request that it must answer with 200 before it counts as running. */
  headers?: Record<string, string>
}

/** Starts a program with the probe inside; its standard output goes to /dev/null. Settles when it answers. */
export async function startProgram({
  path,
  args,
  port,
  env = {},
  headers
}: ProgramOptions): Promise<Running> {
  const flags = ['--expose-gc', '--enable-source-maps', '--import', compiled('targets/probe.js')]
  const command = [...flags, compiled(path), ...args]
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const url = `http://127.0.0.1:${port}`
  await untilAnswered(url, headers)
  return {
    url,
    usage: () => ask(child, 'usage'),
    usageCollected: () => ask(child, 'collect'),
    stop: () => stopProcess(child)
  }
}

async function ask(child: ChildProcess, question: 'usage' | 'collect'): Promise<Usage> {
  const answered = once(child, 'message')
  child.send(question)
  const [answer]: unknown[] = await answered
  const read = (name: keyof Usage) => Number(Reflect.get(Object(answer), name))
  return {
    cpuMicroseconds: read('cpuMicroseconds'),
    heapBytes: read('heapBytes'),
    rssBytes: read('rssBytes')
  }
}

/** Ends a process that this runner has started. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Path of a compiled file; `path` is relative to dist/bench. */
export function compiled(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Settles when the address answers with 200, asked every two milliseconds. Rejects after ten seconds. */
export async function untilAnswered(url: string, headers: Record<string, string> = {}): Promise<void> {
  const deadline = performance.now() + 10_000
  while ((await askStatus(url, headers)) !== 200) {
    if (performance.now() > deadline) throw new Error(`${url} does not answer`)
    await wait(2)
  }
}

function askStatus(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve) => {
    const req = get(url, { headers, agent: false }, (res) => resolve(res.resume().statusCode))
    req.on('error', () => resolve(undefined))
  })
}
