import type { Problem } from '../problem.ts'
import type { Config } from './schema/schema.ts'

/** What a plugin does with its own settings. Each export of its `settings.ts` is a section of the schema, by its name. */
export interface SettingsPlugin {
  settings?: {
    /** Fills in secrets. Returns the problems of their files. */
    readSecrets(config: Config): Problem[]
    check(config: Config): Problem[]
    listWarnings(config: Config): string[]
  }
}
