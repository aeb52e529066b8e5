import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A path inside the package. The same code runs from `gateway/src` and from `dist/gateway/src`. */
export function packagePath(...parts: string[]): string {
  return join(root(), ...parts)
}

const root = once(() => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
})

/** A function that makes its result at the first call, and returns the same one from then on. For what belongs to the package. */
export function once<T>(make: () => T): () => T {
  let made: { result: T } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}

const texts = new Map<string, Readonly<Record<string, string>>>()

/**
 * The texts of a language (BCP 47) in `login-ui/locales`: key -> text. Read once in a process: the files belong to the package. Throws
 * when there is none.
 */
export function readTexts(language: string): Readonly<Record<string, string>> {
  const known = texts.get(language)
  if (known !== undefined) return known
  const read = readPackageJson('login-ui', 'locales', `${language}.json`) as Record<string, string>
  texts.set(language, read)
  return read
}

/** Are there texts in this language? */
export function hasTexts(language: string): boolean {
  return existsSync(packagePath('login-ui', 'locales', `${language}.json`))
}

/** A JSON file of the package. Throws when it is missing or no JSON: the installation is broken. */
export function readPackageJson(...parts: string[]): unknown {
  return JSON.parse(readFileSync(packagePath(...parts), 'utf8'))
}
