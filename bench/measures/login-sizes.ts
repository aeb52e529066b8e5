import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { packagePath } from '../../gateway/src/config/package-files.ts'
import { comparedTo, type Figure, figure } from '../figures.ts'

const FOLDER = packagePath('dist', 'login-ui')
const KILOBYTE = 1000
/** What the page's entry and its way to the provider are called in Vite's manifest. */
const MAIN = 'index.html'
const SDK = 'src/auth/sdk.ts'
const REACT = '_react-'

interface Chunk {
  file: string
  css?: readonly string[]
}

/** Bytes on the wire, in brotli. The HTML as a visitor gets it, strings and configuration included. */
export async function measureSizes(url: string): Promise<Figure[]> {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(FOLDER, '.vite', 'manifest.json'), 'utf8')
  )
  const sizeOf = (file: string) => statSync(join(FOLDER, `${file}.br`)).size / KILOBYTE
  const main = fileOf(manifest, MAIN)
  const sdk = fileOf(manifest, SDK)
  const react = fileOf(manifest, Object.keys(manifest).find((key) => key.startsWith(REACT)) ?? REACT)
  const scripts = readdirSync(FOLDER).filter((name) => name.endsWith('.js'))
  const others = scripts.filter((name) => ![main, react, sdk].includes(name)).map(sizeOf)
  // The account page has styles of its own.
  const styles = manifest[MAIN]?.css ?? []
  return [
    comparedTo(
      '1.8 (prototype, one screen)',
      figure('HTML, styles included', 'kB', [await weighPage(url)], { under: 9.5 })
    ),
    comparedTo(
      '1.3 (prototype), 2.7 (firebaseui-web)',
      figure('CSS', 'kB', [sum(styles.map(sizeOf))], { under: 4 })
    ),
    comparedTo(
      '61.9 (prototype), 131 (firebaseui-web, all)',
      figure('first scripts', 'kB', [sizeOf(react) + sizeOf(main)], { under: 66 })
    ),
    figure('of them without React, which browsers keep through releases', 'kB', [sizeOf(main)], { under: 9 }),
    comparedTo(
      '28.3 (prototype)',
      figure('SDK, when idle or at first touch', 'kB', [sizeOf(sdk)], { under: 30 })
    ),
    comparedTo('3.8 (prototype)', figure('largest other chunk', 'kB', [Math.max(...others)], { under: 5 })),
    figure('all other chunks together', 'kB', [sum(others)])
  ]
}

function fileOf(manifest: Record<string, Chunk>, key: string): string {
  const chunk = manifest[key]
  if (chunk === undefined) throw new Error(`the build has no ${key}: run \`npm run build\``)
  return chunk.file
}

async function weighPage(url: string): Promise<number> {
  const { statusCode, headers, body } = await request(url, { headers: { 'accept-encoding': 'br' } })
  const { byteLength } = await body.arrayBuffer()
  if (statusCode !== 200 || headers['content-encoding'] !== 'br')
    throw new Error(`${url}: ${statusCode}, ${String(headers['content-encoding'])} instead of brotli`)
  return byteLength / KILOBYTE
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
