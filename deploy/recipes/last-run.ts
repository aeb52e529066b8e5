import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagePath } from '../../gateway/src/config/package-files.ts'

const FOLDER = packagePath('deploy', 'recipes')
const FILE = 'last-run.json'

/** What the page says about a recipe that was run against its application. */
export interface LastRun {
  version: string
  /** Such as 2026-11-30. */
  date: string
  /** How it was run, in words. */
  variants: readonly string[]
}

/** Null: it is written from documents. */
export function readLastRun(name: string): LastRun | null {
  const file = join(FOLDER, name, FILE)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

export function writeLastRun(name: string, run: LastRun): void {
  writeFileSync(join(FOLDER, name, FILE), `${JSON.stringify(run, null, 2)}\n`)
}
