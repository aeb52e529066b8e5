import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The configuration file that all gateways of a run watch. */
export type SharedConfiguration = ReturnType<typeof createConfiguration>

/** A file in a folder of its own. Ports and the like come by variables, since they differ. */
export function createConfiguration() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-soak-'))
  const file = join(folder, 'gatehouse.yaml')
  const configuration = {
    file,
    /** Replaces the file: from now on this path is public, besides `/open`. */
    publish(publicPath: string) {
      const rules = ['/open', publicPath].map((path) => ({ path, allow: 'public' }))
      writeFileSync(`${file}.next`, `${JSON.stringify({ access: { rules } })}\n`)
      renameSync(`${file}.next`, file)
    },
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
  configuration.publish('/public')
  return configuration
}
