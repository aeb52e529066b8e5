import { parentPort, workerData } from 'node:worker_threads'
import { readConfiguration } from './reading.ts'

// Entry point of `readAside`'s thread.
parentPort?.postMessage(readConfiguration(workerData))
