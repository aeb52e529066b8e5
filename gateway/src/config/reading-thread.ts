import { parentPort, workerData } from 'node:worker_threads'
import { readConfiguration } from './reading.ts'

// Entry point of `readInThreadIfLarge`'s thread.
parentPort?.postMessage(readConfiguration(workerData))
