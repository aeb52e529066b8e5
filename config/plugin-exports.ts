import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const PLUGINS = join(import.meta.dirname, '..', 'gateway', 'plugins')

/** What plugins export from a module of this name, one object each: from `settings` their sections of the configuration, from `operations` their endpoints. */
export async function importFromPlugins<Exports>(name: string): Promise<Exports[]> {
  const files = readdirSync(PLUGINS)
    .sort()
    .map((plugin) => join(PLUGINS, plugin, `${name}.js`))
  return await Promise.all(files.filter(existsSync).map((file) => import(file)))
}
