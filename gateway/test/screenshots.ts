import { mkdirSync } from 'node:fs'
import { DEMO_USER, startDemo } from '../src/commands/demo.ts'
import { packagePath } from '../src/config/package-files.ts'
import { createLog } from '../src/operations/logging.ts'
import { findChromium, launchChromium } from './fixtures/browser.ts'

/** Takes the pictures of README.md from the demo: `npm run screenshots`. */
const folder = packagePath('login-ui', 'screenshots')
const chromium = findChromium()
if (chromium === null) throw new Error('no Chromium: set CHROMIUM_PATH')
mkdirSync(folder, { recursive: true })

const demo = await startDemo({ port: 8099, log: createLog('silent') })
const browser = await launchChromium(chromium)
const page = await browser.newPage({ viewport: { width: 960, height: 640 } })
await page.goto(`${demo.url}/reports/2026?quarter=3`)
await page.getByLabel('Email').fill(DEMO_USER.email)
await page.screenshot({ path: `${folder}/sign-in.png` })
await page.locator('input[autocomplete="current-password"]').fill(DEMO_USER.password)
await page.getByRole('button', { name: 'Sign in', exact: true }).click()
await page.waitForURL(`${demo.url}/reports/2026?quarter=3`)
await page.screenshot({ path: `${folder}/demo-application.png` })
await browser.close()
await demo.close()
