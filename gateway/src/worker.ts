import cluster from 'node:cluster'
import { setFlagsFromString } from 'node:v8'
import { openLog, surviveUncaught } from './commands/serving/process.ts'
import { runWorker } from './workers/worker.ts'

// As in main.ts: flags set at run time are not passed on to workers.
setFlagsFromString('--no-allocation-site-pretenuring')

/** What a terminal or a service manager sends to all processes at once: the primary says what follows from it. */
const OF_THE_PRIMARY = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const

for (const signal of OF_THE_PRIMARY) process.on(signal, () => {})
const { worker } = cluster
if (worker === undefined) {
  process.stderr.write(
    'gatehouse: workers are started by `gatehouse start`, see the configuration key `workers`\n'
  )
  process.exit(2)
}
// By itself Node ends a worker at once when its primary is gone, with the requests that it has.
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
  exit: (code) => process.exit(code)
})
