import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Teardown } from '../fixtures/provider/stand-in.ts'
import { type ShownPage, showOwnPages, showPicture, showStates, showThemes } from './shown-pages.ts'
import { openStillPage } from './still-page.ts'

/** The sheets are part of every clone. */
const MAX_BYTES = 250 * 1000
const QUALITY = 80
const SHEET_WIDTH = 1800
const WIDE = { width: 1120, height: 860 }

interface Sheet {
  viewport: { width: number; height: number }
  show(ending: Teardown): Promise<readonly ShownPage[]>
}

const SHEETS: Readonly<Record<string, Sheet>> = {
  'signing-in': {
    viewport: { width: 560, height: 960 },
    show: (ending) =>
      showStates(
        ending,
        ['sign-in', 'sign-in-last-used-of-many', 'sign-in-wrong-password', 'sign-up-rules'],
        'en'
      )
  },
  'second-step': {
    viewport: { width: 560, height: 860 },
    show: (ending) =>
      showStates(
        ending,
        ['second-factor-totp', 'second-factor-sms-sent', 'enrol-required', 'enrol-code'],
        'en'
      )
  },
  'mails-and-organizations': {
    viewport: { width: 560, height: 920 },
    show: (ending) => showStates(ending, ['sent-link', 'action-reset-ready', 'tenant', 'tenant-many'], 'en')
  },
  arabic: {
    viewport: { width: 560, height: 920 },
    show: (ending) => showStates(ending, ['sign-in', 'sign-up-rules', 'second-factor-totp', 'tenant'], 'ar')
  },
  looks: { viewport: WIDE, show: showLooks },
  account: {
    viewport: { width: 640, height: 1120 },
    show: (ending) =>
      showStates(
        ending,
        ['account-page', 'account-password', 'account-authenticator', 'account-providers'],
        'en'
      )
  },
  'own-pages': { viewport: { width: 560, height: 640 }, show: showOwnPages }
}

async function showLooks(ending: Teardown): Promise<ShownPage[]> {
  const presets = ['graphite', 'evergreen', 'iris', 'sandstone', 'ledger']
  return [
    ...(await showThemes(ending, [{ layout: 'card' }])),
    await showPicture(ending),
    ...(await showThemes(ending, [{ layout: 'plain' }, ...presets.map((preset) => ({ preset }))]))
  ]
}

/**
 * Writes the sheets of login-ui/README.md into a folder: pages in pairs, light and dark. Throws when one is too large to keep.
 */
export async function takeContactSheets(browser: Browser, folder: string, ending: Teardown): Promise<void> {
  for (const [name, { viewport, show }] of Object.entries(SHEETS)) {
    const pairs: string[] = []
    for (const page of await show(ending)) {
      const light = await takePicture(browser, page, { viewport, colorScheme: 'light' })
      pairs.push(
        `<figure>${light}${await takePicture(browser, page, { viewport, colorScheme: 'dark' })}</figure>`
      )
    }
    const path = join(folder, `${name}.jpg`)
    await writeSheet(browser, pairs, path)
    const { size } = statSync(path)
    if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MAX_BYTES}`)
  }
}

interface Look {
  viewport: Sheet['viewport']
  colorScheme: 'light' | 'dark'
}

/** An `img` element with the picture inside. */
async function takePicture(browser: Browser, { url, cookie }: ShownPage, look: Look): Promise<string> {
  const extraHTTPHeaders = cookie === undefined ? {} : { cookie }
  const page = await openStillPage(browser, { ...look, extraHTTPHeaders })
  await page.goto(url)
  // The gateway's other pages are drawn without a script.
  await page.evaluate("document.getElementById('gatehouse-config') && inPage.alive()")
  const picture = await page.screenshot()
  await page.context().close()
  return `<img src="data:image/png;base64,${picture.toString('base64')}">`
}

async function writeSheet(browser: Browser, pairs: readonly string[], path: string): Promise<void> {
  // Lower than any sheet, which then has the height of what is on it.
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 100 } })
  await page.setContent(`<!doctype html><style>
    body { display: grid; grid-template-columns: repeat(2, 1fr); gap: 20px; margin: 20px; background: #b9bec8 }
    figure { display: flex; align-items: start; margin: 0; overflow: hidden; border-radius: 10px }
    img { width: 50%; display: block }
  </style>${pairs.join('')}`)
  await page.evaluate('Promise.all(Array.from(document.images, (image) => image.decode()))')
  await page.screenshot({ path, type: 'jpeg', quality: QUALITY, fullPage: true })
  await page.close()
}
