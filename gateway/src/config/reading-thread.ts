import { parentPort, workerData } from 'node:worker_threads'
import { readConfiguration } from './reading.ts'

// The thread that `readAside` starts: reads once, answers and ends.
parentPort?.postMessage(readConfiguration(workerData))
