import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import t from 'tap'
import { DEMO_USER, startDemo } from '../demo/demo.ts'
import { PLUGINS } from '../plugins/plugins.ts'
import { packagePath } from '../src/config/package-files.ts'
import { createLog } from '../src/operations/logging.ts'
import { findChromium, launchChromium } from './fixtures/browser/browser.ts'
import { signInAs } from './fixtures/browser/login-form.ts'
import { addDevice } from './fixtures/browser/passkey-visitors.ts'
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
/** One step of the journey in README.md: the whole card, with a little of the page around it. */
const PANEL = { width: 520, height: 1000 }
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

/** The picture of README.md, in light and dark: the login page of the demo, its offer of a passkey, and the account page. */
async function takeDemo(browser: Browser): Promise<void> {
  const demo = await startDemo({ port: DEMO_PORT, log: createLog('silent'), plugins: PLUGINS })
  ending.teardown(() => demo.close())
  for (const colorScheme of ['light', 'dark'] as const) {
    const settings = { colorScheme, viewport: PANEL, deviceScaleFactor: 2 }
    const page = await openStillPage(browser, settings)
    await addDevice(await page.context().newCDPSession(page))
    const panels: Buffer[] = []
    const take = async () => {
      await page.evaluate('inPage.alive()')
      // The panel of the demo is not part of the page.
      await page.evaluate("document.querySelector('.drawer')?.remove()")
      panels.push(await page.screenshot())
    }
    await page.goto(`${demo.url}/reports/2026?quarter=3`)
    await take()
    await signInAs(page, DEMO_USER.email, DEMO_USER.password)
    const add = page.getByRole('button', { name: 'Add a passkey' })
    await add.waitFor()
    await take()
    await add.click()
    await page.waitForURL('**/reports/**')
    await page.goto(`${demo.url}/account`)
    await take()
    await page.context().close()
    await writeStrip(browser, panels, {
      colorScheme,
      name: colorScheme === 'dark' ? 'journey-dark' : 'journey'
    })
  }
}

/** Panels side by side, each in a frame. Throws when the picture is too large to keep. */
async function writeStrip(
  browser: Browser,
  panels: readonly Buffer[],
  { colorScheme, name }: { colorScheme: 'light' | 'dark'; name: string }
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1500, height: 100 }, deviceScaleFactor: 1.6 })
  const images = panels.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`)
  const [ground, line] = colorScheme === 'dark' ? ['#0d1117', '#3d444d'] : ['#ffffff', '#d1d9e0']
  await page.setContent(`<!doctype html><style>
    body { display: grid; grid-template-columns: repeat(3, 1fr); gap: 24px; margin: 0; padding: 12px; background: ${ground} }
    img { width: 100%; display: block; box-sizing: border-box; border: 1px solid ${line}; border-radius: 14px; box-shadow: 0 4px 10px #0002 }
  </style>${images.join('')}`)
  await page.evaluate('Promise.all(Array.from(document.images, (image) => image.decode()))')
  const path = join(FOLDER, `${name}.jpg`)
  await page.screenshot({ path, type: 'jpeg', quality: 82, fullPage: true })
  await page.close()
  const { size } = statSync(path)
  if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MAX_BYTES}`)
}
