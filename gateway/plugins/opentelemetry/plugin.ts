import type { Plugin } from '../../src/commands/plugin.ts'

/** Records spans with the SDK of OpenTelemetry that the operator has loaded before the start. */
export const opentelemetryPlugin: Plugin = {
  name: 'opentelemetry',
  loadRecorder: async () => (await import('./recorder.ts')).loadRecorder()
}
