import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

let root: string | undefined

/** A path inside the package. The same code runs from `gateway/src` and from `dist/gateway/src`. */
export function packagePath(...parts: string[]): string {
  root ??= findRoot()
  return join(root, ...parts)
}

function findRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/** A JSON file of the package. Throws when it is missing or no JSON: the installation is broken. */
export function readPackageJson(...parts: string[]): unknown {
  return JSON.parse(readFileSync(packagePath(...parts), 'utf8'))
}
