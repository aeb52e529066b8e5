import { existsSync, readFileSync } from 'node:fs'
import { packagePath, readPackageJson } from '../config/package-files.ts'

export interface Build {
  /** Package version. */
  version: string
  /** Commit of the sources, from `dist/revision`; `unknown` without that file. */
  revision: string
  /** Node version, such as `v24.1.0`. */
  node: string
}

/** Throws if the package is broken. */
export function readBuild(): Build {
  const version: unknown = Reflect.get(Object(readPackageJson('package.json')), 'version')
  const file = packagePath('dist', 'revision')
  const revision = existsSync(file) ? readFileSync(file, 'utf8').trim().slice(0, 40) : ''
  return { version: String(version), revision: revision || 'unknown', node: process.version }
}
