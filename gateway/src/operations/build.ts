import { existsSync, readFileSync } from 'node:fs'
import { packagePath, readPackageJson } from '../config/package-files.ts'

/** Which gateway this is. */
export interface Build {
  /** Of the package. */
  version: string
  /** Commit of the sources, which the build writes into `dist/revision`; `unknown` where there is no such file. */
  revision: string
  /** Version of Node, such as `v24.1.0`. */
  node: string
}

/** What runs here. Throws when the package is broken. */
export function readBuild(): Build {
  const version: unknown = Reflect.get(Object(readPackageJson('package.json')), 'version')
  const file = packagePath('dist', 'revision')
  const revision = existsSync(file) ? readFileSync(file, 'utf8').trim().slice(0, 40) : ''
  return { version: String(version), revision: revision || 'unknown', node: process.version }
}
