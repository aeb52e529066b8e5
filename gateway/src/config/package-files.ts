import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A path inside the package. The same code runs from `gateway/src` and from `dist/gateway/src`. */
export function packagePath(...parts: string[]): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return join(folder, ...parts)
}

/** A JSON file of the package. Throws when it is missing or no JSON: the installation is broken. */
export function readPackageJson(...parts: string[]): unknown {
  return JSON.parse(readFileSync(packagePath(...parts), 'utf8'))
}
