import cluster from 'node:cluster'
import { setFlagsFromString } from 'node:v8'
import { openLog, surviveUncaught } from '../../src/commands/process.ts'
import { PLUGINS } from '../plugins.ts'
import { runWorker } from './serving-worker.ts'

// As in main.ts: runtime flags are not passed on to workers.
setFlagsFromString('--no-allocation-site-pretenuring')

/** Terminals and service managers signal all processes at once; only the primary acts on these. */
const OF_THE_PRIMARY = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const

for (const signal of OF_THE_PRIMARY) process.on(signal, () => {})
const { worker } = cluster
if (worker === undefined) {
  process.stderr.write(
    'gatehouse: workers are started by `gatehouse start`, see the configuration key `workers`\n'
  )
  process.exit(2)
}
// Otherwise Node kills a worker as soon as its primary is gone, along with its open requests.
worker.exitedAfterDisconnect = true
runWorker({
  channel: {
    send: (message) =>
      new Promise((resolve) => {
        if (process.send === undefined || !process.connected) return resolve(false)
        process.send(message, undefined, {}, (err) => resolve(err === null))
      }),
    onMessage: (listener) => process.on('message', listener),
    onClose: (listener) => process.once('disconnect', listener)
  },
  openLog(level, number) {
    const log = openLog(level, { worker: number })
    surviveUncaught(log)
    return log
  },
  plugins: PLUGINS,
  exit: (code) => process.exit(code)
})
