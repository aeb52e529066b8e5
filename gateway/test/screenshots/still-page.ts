import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { packagePath } from '../../src/config/package-files.ts'

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <match target="pattern">
    <test name="family"><string>sans-serif</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Inter</string></edit>
  </match>
</fontconfig>
`

/**
 * Has browsers that this process starts from now on draw `system-ui` in Inter where that is installed (Debian: `fonts-inter`): what
 * Chromium takes for it without a desktop, the `sans-serif` of fontconfig, is not what visitors see. `folder` takes the file that
 * says so.
 */
export function drawInInter(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'fonts.conf')
  writeFileSync(path, FONTS)
  process.env.FONTCONFIG_FILE = path
}

/** A page without motion, so that every run takes the same pictures. It has what `fixtures/in-page.js` offers. */
export async function openStillPage(browser: Browser, settings: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...settings })
  await context.addInitScript({ path: packagePath('gateway', 'test', 'fixtures', 'browser', 'in-page.js') })
  return await context.newPage()
}
