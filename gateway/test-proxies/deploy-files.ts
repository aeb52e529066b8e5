import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packagePath } from '../src/config/package-files.ts'
import type { Places } from './proxy.ts'

/** Text of a file -> its replacement on this machine. */
export type Replacement = readonly [text: string, replacement: string]
export type Replacements = readonly Replacement[]

/** The ports in the files, and their replacements. `write`: how a file writes a port. */
export function portsOf(
  { pages, forwardAuthRequests, grpc, applications }: Places,
  write = (port: number) => `127.0.0.1:${port}`
): { pages: Replacement; forwardAuthRequests: Replacement; grpc: Replacement; applications: Replacements } {
  return {
    pages: [write(8080), write(pages)],
    forwardAuthRequests: [write(8081), write(forwardAuthRequests)],
    grpc: [write(9191), write(grpc ?? 0)],
    applications: applications.map(({ port }, index) => [write(3000 + index), write(port)])
  }
}

/** Path of a file below `deploy/forward-auth`. */
function deployPath(...names: string[]): string {
  return packagePath('deploy', 'forward-auth', ...names)
}

/**
 * Copies a file of `deploy/forward-auth` into a folder with all hosts, ports and paths replaced. Throws
 * if a text is not in the file, so that nothing else differs. Returns the path of the copy.
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

/** The hosts in the files for several applications, and their replacements in this set-up. */
export function hostReplacements({ applications: [first, second] }: Places): Replacements {
  return [
    ['wiki.example.com', first?.host ?? ''],
    ['reports.example.com', second?.host ?? '']
  ]
}

/** The ports of gateway pages and applications, which many files name together. */
export function portReplacements(places: Places): Replacements {
  const { pages, applications } = portsOf(places)
  return [pages, ...applications]
}
