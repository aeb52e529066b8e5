import type { Browser } from 'playwright-core'
import { findChromium, launchChromium } from '../gateway/test/fixtures/browser.ts'
import type { Figure } from './figures.ts'
import { startLoginPage } from './fixture/login-page.ts'
import { measureLoading } from './measures/login-loading.ts'
import { measureTimeToSession } from './measures/login-session.ts'
import { measureSizes } from './measures/login-sizes.ts'
import { renderTable, writeResults } from './report.ts'

const LOADS = 11
const PAGES = [
  { name: 'plain page', isPlain: true },
  { name: 'page with logo, background and three providers', isPlain: false }
]

/** What the login page weighs and how long visitors wait for it: `npm run bench:login`. */
async function main(): Promise<number> {
  const chromium = findChromium()
  if (chromium === null) {
    process.stderr.write('no Chromium found: set CHROMIUM_PATH, or install the package `chromium`\n')
    return 1
  }
  const browser = await launchChromium(chromium)
  try {
    const figures: Figure[] = []
    for (const { name, isPlain } of PAGES)
      for (const one of await measurePage(browser, isPlain))
        figures.push({ ...one, what: `${name}: ${one.what}` })
    const date = new Date().toISOString().slice(0, 10)
    const file = writeResults(`${date}-login`, figures)
    process.stdout.write(`\n${renderTable(figures)}\n\n${file}\n`)
    return 0
  } finally {
    await browser.close()
  }
}

/** How long one page takes, and what it weighs. */
async function measurePage(browser: Browser, isPlain: boolean): Promise<Figure[]> {
  const page = await startLoginPage(isPlain)
  try {
    return [
      ...(await measureTimeToSession(browser, page, LOADS)),
      ...(await measureLoading(browser, page.url, LOADS)),
      ...(await measureSizes(page.url))
    ]
  } finally {
    await page.close()
  }
}

process.exitCode = await main()
process.exit()
