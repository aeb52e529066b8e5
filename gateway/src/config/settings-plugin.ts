import type { Problem } from '../problem.ts'
import type { Config } from './schema/schema.ts'

/** What a plugin does with its own settings. Its part of the schema is in `config/reference.ts`. */
export interface SettingsPlugin {
  settings?: {
    /** Fills in secrets. Returns the problems of their files. */
    readSecrets(config: Config): Problem[]
    check(config: Config): Problem[]
    listWarnings(config: Config): string[]
  }
}
