import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import t from 'tap'
import { DEMO_USER, startDemo } from '../demo/demo.ts'
import { PLUGINS } from '../plugins/plugins.ts'
import { packagePath } from '../src/config/package-files.ts'
import { createLog } from '../src/operations/logging.ts'
import { findChromium, launchChromium } from './fixtures/browser/browser.ts'
import { signInAs } from './fixtures/browser/login-form.ts'
import { NARROW, show, startPreviewServer } from './fixtures/browser/previews.ts'
import { takeContactSheets } from './screenshots/contact-sheets.ts'
import { drawInInter, openStillPage } from './screenshots/still-page.ts'

/** Takes pictures of the login page: those of README.md and login-ui/README.md, and every state of it for looking through. `npm run screenshots`. */
const FOLDER = packagePath('login-ui', 'screenshots')
/** Not kept in git. */
const ALL = join(FOLDER, 'all')
/** Pictures of README.md are part of every clone. */
const MAX_BYTES = 300 * 1000
const PER_SHEET = 20
/** The one that README.md names, as pages of the demo show it. */
const DEMO_PORT = 8080
/** Wide enough for the card with the page around it. */
const WIDE = { width: 640, height: 720 }

interface Variant {
  name: string
  lang: string
  settings: BrowserContextOptions
  /** Which states; all when absent. */
  of?: RegExp
}

const VARIANTS: readonly Variant[] = [
  { name: 'light', lang: 'en', settings: { colorScheme: 'light' } },
  { name: 'dark', lang: 'en', settings: { colorScheme: 'dark' } },
  { name: 'arabic', lang: 'ar', settings: { colorScheme: 'light' } },
  { name: 'narrow', lang: 'en', settings: { colorScheme: 'light', viewport: NARROW } },
  {
    name: 'arabic-narrow-dark',
    lang: 'ar',
    settings: { colorScheme: 'dark', viewport: NARROW },
    of: /^sign-in/
  }
]

// The fixtures load tap, which ends a process after 30 seconds.
t.setTimeout(0)

const closing: (() => unknown)[] = []
const ending = { teardown: (end: () => unknown) => void closing.unshift(end) }

const chromium = findChromium()
if (chromium === null) throw new Error('no Chromium: set CHROMIUM_PATH')
rmSync(ALL, { recursive: true, force: true })
mkdirSync(ALL, { recursive: true })
drawInInter(ALL)
const browser = await launchChromium(chromium)
ending.teardown(() => browser.close())
try {
  const { url, names } = await startPreviewServer(ending)
  await takeContactSheets(browser, FOLDER, ending)
  await takeDemo(browser)
  for (const variant of VARIANTS) await takeVariant(browser, url, names, variant)
} finally {
  for (const end of closing) await end()
}

/** Every state in one look, then sheets of all of them. */
async function takeVariant(browser: Browser, baseURL: string, all: readonly string[], variant: Variant) {
  const page = await openStillPage(browser, { baseURL, viewport: WIDE, ...variant.settings })
  const names = all.filter((name) => variant.of?.test(name) ?? true)
  const files: string[] = []
  for (const name of names) {
    await show(page, name, variant.lang)
    const path = join(ALL, `${variant.name}-${name}.png`)
    await page.screenshot({ path, fullPage: true })
    files.push(path)
  }
  await page.context().close()
  for (let first = 0; first < files.length; first += PER_SHEET) {
    const path = join(ALL, `sheet-${variant.name}-${first / PER_SHEET + 1}.png`)
    await takeSheet(browser, files.slice(first, first + PER_SHEET), path)
  }
}

/** Small copies of many pictures in one. */
async function takeSheet(browser: Browser, files: readonly string[], path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1900, height: 800 } })
  const figures = files.map((file) => {
    const data = readFileSync(file).toString('base64')
    return `<figure><figcaption>${basename(file, '.png')}</figcaption><img src="data:image/png;base64,${data}"></figure>`
  })
  await page.setContent(`<style>
    body { display: grid; grid-template-columns: repeat(5, 1fr); gap: 8px; margin: 8px; background: #888 }
    figure { margin: 0; font: 14px sans-serif }
    img { max-width: 100%; max-height: 560px; display: block }
  </style>${figures.join('')}`)
  await page.screenshot({ path, fullPage: true })
  await page.close()
}

/** The pictures of README.md: the login page of the demo in light and dark, what is behind it, and the account page. */
async function takeDemo(browser: Browser): Promise<void> {
  const demo = await startDemo({ port: DEMO_PORT, log: createLog('silent'), plugins: PLUGINS })
  ending.teardown(() => demo.close())
  const asked = `${demo.url}/reports/2026?quarter=3`
  for (const colorScheme of ['dark', 'light'] as const) {
    const page = await openStillPage(browser, { colorScheme, viewport: { width: 960, height: 1024 } })
    await page.goto(asked)
    await page.evaluate('inPage.alive()')
    await page.getByLabel('Email', { exact: true }).fill(DEMO_USER.email)
    await keep(page, colorScheme === 'dark' ? 'sign-in-dark' : 'sign-in')
    if (colorScheme === 'dark') continue
    await signInAs(page, DEMO_USER.email)
    await page.waitForURL(asked)
    await keep(page, 'demo-application')
    await page.goto(`${demo.url}/account`)
    await page.evaluate('inPage.alive()')
    await keep(page, 'account')
  }
}

/** Takes a picture for README.md. Throws when it is too large to keep. */
async function keep(page: Page, name: string): Promise<void> {
  const path = join(FOLDER, `${name}.png`)
  writeFileSync(path, await page.screenshot())
  const { size } = statSync(path)
  if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MAX_BYTES}`)
}
