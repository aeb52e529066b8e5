import type { Plugin } from '../../src/commands/command-line/command.ts'
import { countWorkers } from '../../src/config/sources/platform.ts'

/** Several processes that serve as one gateway. */
export const workersPlugin: Plugin = {
  name: 'workers',
  serve(options) {
    const count = countWorkers(options.loaded.config)
    return count > 1
      ? import('./processes.ts').then(({ startWorkers }) => startWorkers(options, count))
      : undefined
  }
}
