import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { scheduleOnTimer } from '../../src/async.ts'
import type { GatewayOptions } from '../../src/serving/gateway.ts'
import { startPrimary } from './primary.ts'
import type { ForkedProcess, ProcessEnd } from './worker-handle.ts'

/** How long to wait for a process's remaining output and messages after its end. */
const REST_SECONDS = 1
const WORKER = fileURLToPath(import.meta.resolve('./worker.js'))

/** Runs the gateway with that many workers. Rejects like `startPrimary`; no worker remains then. */
export async function startWorkers(options: GatewayOptions, count: number) {
  cluster.schedulingPolicy = cluster.SCHED_RR
  // Piped through this process, because lines of several processes would interleave in one pipe.
  cluster.setupPrimary({ exec: WORKER, args: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const killAll = () => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
  }
  // On a second signal or a crash: no worker may outlive this process.
  process.once('exit', killAll)
  let replace = async () => {}
  process.on('SIGUSR2', () => void replace())
  const primary = await startPrimary({ ...options, count, fork: () => describe(cluster.fork()) })
  replace = primary.replaceWorkers
  return primary
}

function describe({ process: child }: Worker): ForkedProcess {
  const closeHandedOver = watchHandOver(child)
  // It is gone, as `exit` reports.
  child.on('error', () => {})
  // Not `once` of `node:events`, which rejects on an earlier `error`.
  const exited = new Promise<ProcessEnd>((resolve) => {
    child.once('exit', (code, signal) => {
      closeHandedOver()
      resolve({ code, signal })
    })
  })
  const disconnected = new Promise<void>((resolve) => void child.once('disconnect', () => resolve()))
  const closed = new Promise<void>((resolve) => void child.stdout?.once('close', () => resolve()))
  const gone = exited.then(async (end) => {
    await Promise.race([Promise.all([disconnected, closed]), restIsLost(child)])
    return end
  })
  return {
    pid: child.pid ?? 0,
    peer: child,
    // The channel of a killed process may never report that it closed.
    closed: Promise.race([disconnected, gone]),
    onOutput: (listener) => child.stdout?.on('data', listener),
    exited: gone,
    disconnect() {
      if (child.connected) child.disconnect()
    },
    kill: () => void child.kill('SIGKILL')
  }
}

/** Resolves a second after a process ends: its channel may stay open if it was killed while it received connections. */
async function restIsLost(child: Worker['process']): Promise<void> {
  await new Promise<void>((resolve) => void scheduleOnTimer(REST_SECONDS, resolve))
  if (child.connected) child.disconnect()
}

/**
 * Node hands a connection over in a message and keeps its own handle until the worker has accepted. If the worker dies in
 * between, nothing closes that handle, and the client waits. Returns the function that does. Ignores messages of another form.
 * https://github.com/nodejs/node/blob/v20.x/lib/internal/cluster/round_robin_handle.js (handoff)
 */
function watchHandOver(child: Worker['process']): () => void {
  const handedOver = new Map<unknown, { close(): void }>()
  const send = child.send.bind(child)
  const watched = (message: object, handle?: unknown, ...rest: unknown[]): boolean => {
    if (Reflect.get(message, 'act') === 'newconn' && isClosable(handle))
      handedOver.set(Reflect.get(message, 'seq'), handle)
    return Reflect.apply(send, child, [message, handle, ...rest])
  }
  Object.assign(child, { send: watched })
  child.on(
    'internalMessage',
    (message: unknown) => void handedOver.delete(Reflect.get(Object(message), 'ack'))
  )
  return () => {
    for (const handle of handedOver.values()) handle.close()
    handedOver.clear()
  }
}

function isClosable(handle: unknown): handle is { close(): void } {
  return typeof Reflect.get(Object(handle), 'close') === 'function'
}
