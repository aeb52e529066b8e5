import { readFileSync } from 'node:fs'
import { rolldown } from 'rolldown'
import { packagePath } from '../../src/config/package-files.ts'

const BLOCK = /^```js\n([\s\S]*?)\n```$/gm
/** `firebase` is a package of nothing but these. */
const PACKAGES: Readonly<Record<string, string>> = {
  'firebase/app': '@firebase/app',
  'firebase/auth': '@firebase/auth'
}
const ENTRY = packagePath('documented-entry.js')
const CODE = packagePath('documented-code.js')
const CONFIG = packagePath('firebase-config.js')

/** The blocks of JavaScript of a Markdown file, in order. */
export function readCodeBlocks(...path: string[]): string[] {
  return [...readFileSync(packagePath(...path), 'utf8').matchAll(BLOCK)].map(([, code = '']) => code)
}

/** Unchanged code of a document, and what it is run with. */
export interface DocumentedCode {
  code: string
  /** The module that runs it, which imports it as `./documented-code.js`. */
  entry: string
  /** `firebaseConfig` of the project. */
  config: object
  platform: 'browser' | 'node'
}

/** The code of a document as one module with the real SDK. */
export async function bundleDocumentedCode({
  code,
  entry,
  config,
  platform
}: DocumentedCode): Promise<string> {
  const texts = new Map([
    [ENTRY, entry],
    [CODE, code],
    [CONFIG, `export const firebaseConfig = ${JSON.stringify(config)}`]
  ])
  const bundle = await rolldown({
    input: ENTRY,
    platform,
    plugins: [
      {
        name: 'gatehouse:documented-code',
        async resolveId(id, importer) {
          const name = PACKAGES[id]
          if (name !== undefined) return await this.resolve(name, importer)
          const path = id.startsWith('./') ? packagePath(id.slice(2)) : id
          return texts.has(path) ? path : null
        },
        load: (id) => texts.get(id) ?? null
      }
    ]
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return output[0].code
}
