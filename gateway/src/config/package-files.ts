import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { once } from '../async.ts'

/** Resolves a path inside the package, from `gateway/src` as well as `dist/gateway/src`. */
export function packagePath(...parts: string[]): string {
  return join(root(), ...parts)
}

const root = once(() => {
  let folder = import.meta.dirname
  // Not `package.json`: there is another one in `dist/bundle`.
  while (!existsSync(join(folder, 'login-ui', 'locales'))) folder = dirname(folder)
  return folder
})

const texts = new Map<string, Readonly<Record<string, string>>>()

/** Texts of a language (BCP 47) in `login-ui/locales`, cached. Throws if there are none. */
export function readTexts(language: string): Readonly<Record<string, string>> {
  const known = texts.get(language)
  if (known !== undefined) return known
  const read = readPackageJson('login-ui', 'locales', `${language}.json`) as Record<string, string>
  texts.set(language, read)
  return read
}

/** Whether there are texts in a language. */
export function hasTexts(language: string): boolean {
  return existsSync(packagePath('login-ui', 'locales', `${language}.json`))
}

/** An optional package, or part of this one. Null: not installed. Rejects if it is installed and cannot be loaded. */
export async function importIfInstalled<Module>(load: () => Promise<Module>): Promise<Module | null> {
  try {
    return await load()
  } catch (err) {
    // The first by `import`, the second in the bundle.
    const codes: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']
    if (err instanceof Error && 'code' in err && codes.includes(err.code)) return null
    throw err
  }
}

/** Reads a JSON file of the package. Throws if missing or invalid: the installation is broken. */
export function readPackageJson(...parts: string[]): unknown {
  return JSON.parse(readFileSync(packagePath(...parts), 'utf8'))
}

/** Where the documents are read: `homepage` in package.json, with a slash at its end. Undefined: in the installation. */
export function documentsUrl(manifest = readPackageJson('package.json')): string | undefined {
  const { homepage } = manifest as { homepage?: string }
  return homepage?.replace(/\/?$/, '/')
}
