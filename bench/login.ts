import { basename } from 'node:path'
import type { Browser } from 'playwright-core'
import { findChromium, findLightChromium, launchChromium } from '../gateway/test/fixtures/browser/browser.ts'
import type { Figure } from './figures.ts'
import { startLoginPage } from './fixture/login-page.ts'
import { measureLoading, measurePaint } from './measures/login-loading.ts'
import { measureTimeToSession } from './measures/login-session.ts'
import { measureSizes } from './measures/login-sizes.ts'
import { renderTable, writeResults } from './report.ts'

const LOADS = 11
const PAGES = [
  { name: 'plain page', isPlain: true },
  { name: 'page with logo, background and three providers', isPlain: false }
]

interface Browsers {
  /** Where everything is measured: the headless shell, as what was measured of others. */
  shell: Browser
  /** Draws its windows on the same processor: paints are measured there once more. Null: there is none. */
  withWindows: Browser | null
}

/** What the login page weighs and how long visitors wait for it: `npm run bench -- login`. */
async function main(): Promise<number> {
  const path = findLightChromium()
  const pathWithWindows = findChromium()
  if (path === null) {
    process.stderr.write(
      'no Chromium found: set CHROMIUM_PATH, or install the package `chromium-headless-shell`\n'
    )
    return 1
  }
  const shell = await launchChromium(path)
  const hasOther = pathWithWindows !== null && pathWithWindows !== path
  const withWindows = hasOther ? await launchChromium(pathWithWindows) : null
  try {
    const figures: Figure[] = []
    for (const { name, isPlain } of PAGES)
      for (const one of await measurePage({ shell, withWindows }, isPlain))
        figures.push({ ...one, what: `${name}: ${one.what}` })
    const date = new Date().toISOString().slice(0, 10)
    const facts = { browser: `${basename(path)} ${shell.version()}` }
    const file = writeResults(`${date}-login`, figures, facts)
    process.stdout.write(`\n${renderTable(figures)}\n\n${file}\n`)
    return 0
  } finally {
    await Promise.all([shell.close(), withWindows?.close()])
  }
}

/** How long one page takes, and what it weighs. */
async function measurePage({ shell, withWindows }: Browsers, isPlain: boolean): Promise<Figure[]> {
  const page = await startLoginPage(isPlain)
  try {
    return [
      ...(await measureTimeToSession(shell, page, LOADS)),
      ...(await measureLoading(shell, page.url, LOADS)),
      ...(withWindows === null ? [] : await measurePaint(withWindows, page.url, LOADS)),
      ...(await measureSizes(page.url))
    ]
  } finally {
    await page.close()
  }
}

process.exitCode = await main()
process.exit()
