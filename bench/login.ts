import { findChromium, launchChromium } from '../gateway/test/fixtures/browser.ts'
import { startLoginPage } from './fixture/login-page.ts'
import { measureLoading } from './measures/login-loading.ts'
import { measureSizes } from './measures/login-sizes.ts'
import { renderTable, writeResults } from './report.ts'

const LOADS = 5

/** What the login page weighs and how long visitors wait for it: `npm run bench:login`. */
async function main(): Promise<number> {
  const chromium = findChromium()
  if (chromium === null) {
    process.stderr.write('no Chromium found: set CHROMIUM_PATH, or install the package `chromium`\n')
    return 1
  }
  const page = await startLoginPage()
  const browser = await launchChromium(chromium)
  try {
    const figures = [...(await measureSizes(page.url)), ...(await measureLoading(browser, page.url, LOADS))]
    const date = new Date().toISOString().slice(0, 10)
    const file = writeResults(`${date}-login`, figures)
    process.stdout.write(`\n${renderTable(figures)}\n\n${file}\n`)
    return 0
  } finally {
    await browser.close()
    await page.close()
  }
}

process.exitCode = await main()
process.exit()
