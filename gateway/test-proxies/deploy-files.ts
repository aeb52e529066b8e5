import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packagePath } from '../src/config/package-files.ts'
import type { Places } from './proxy.ts'

/** Text of a file -> what stands there on this machine. */
export type Replacements = readonly (readonly [text: string, replacement: string])[]

/** Path of a file below `deploy/forward-auth`. */
function deployPath(...names: string[]): string {
  return packagePath('deploy', 'forward-auth', ...names)
}

/**
 * Copies a file of `deploy/forward-auth` into a folder, with hosts, ports and paths replaced wherever they stand. Throws
 * for a text that the file does not have: nothing else may differ. Gives the path of the copy.
 */
export function copyDeployFile(source: string, folder: string, replacements: Replacements): string {
  let text = readFileSync(deployPath(source), 'utf8')
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`${source}: nowhere says “${from}”`)
    text = text.replaceAll(from, to)
  }
  const target = join(folder, basename(source))
  writeFileSync(target, text)
  return target
}

/** The ports that the files name: 8080 for the gateway's own pages, 3000 and so on for the applications. */
export function portReplacements({ pages, applications }: Places): Replacements {
  return [
    ['127.0.0.1:8080', `127.0.0.1:${pages}`],
    ...applications.map(({ port }, index) => [`127.0.0.1:${3000 + index}`, `127.0.0.1:${port}`] as const)
  ]
}
