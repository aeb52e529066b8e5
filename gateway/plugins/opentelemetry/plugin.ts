import type { Plugin } from '../../src/commands/command-line/command.ts'

/** Records spans with the SDK of OpenTelemetry that the operator has loaded before the start. */
export const opentelemetryPlugin: Plugin = {
  name: 'opentelemetry',
  async loadRecorder(logger) {
    const { loadRecorder } = await import('./recorder.ts')
    const recorder = await loadRecorder()
    if (recorder !== null) logger.info('spans are recorded by OpenTelemetry')
    return recorder
  }
}
