import { parentPort, workerData } from 'node:worker_threads'
import { PLUGINS } from '../../plugins/plugins.ts'
import { readConfiguration } from './load.ts'

// Entry point of `readInThreadIfLarge`'s thread.
parentPort?.postMessage(readConfiguration({ ...workerData, plugins: PLUGINS }))
