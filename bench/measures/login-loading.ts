import type { Browser, Page } from 'playwright-core'
import { comparedTo, type Figure, figure } from '../figures.ts'
import { startBareForm } from '../fixture/bare-form.ts'
import { openOnSlowPhone } from '../fixture/slow-phone.ts'

/** For the SDK's idle load, so that its requests count too. */
const SETTLED_MS = 3000
const LOOK_AGAIN_MS = 50

/** What one load of the page showed; times in milliseconds since the navigation began. */
interface Load {
  firstPaintMs: number
  largestPaintMs: number
  attachedMs: number
  layoutShift: number
  requestsBeforePaint: number
  thirdPartyRequests: number
}

/** Runs in the page, before everything else. React marks the nodes it has taken over with a property of its own. */
const WATCH = `
  window.seen = { largest: 0, shift: 0, attached: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const form = document.querySelector('form')
    if (form && Object.keys(form).some((key) => key.startsWith('__react'))) window.seen.attached = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

/**
 * Loads the page like somebody with a slow phone, each time as for the first time; and in turn with it a bare form, whose paint is what
 * browser and machine take for any page.
 */
export async function measureLoading(browser: Browser, url: string, loads: number): Promise<Figure[]> {
  const { samples, bare } = await loadInTurn(browser, loads, () => loadOnce(browser, url))
  const of = (name: keyof Load) => samples.map((load) => load[name])
  return [
    comparedTo('448 (prototype)', figure('first paint', 'ms', of('firstPaintMs'))),
    comparedTo(
      '492 (prototype), 948 (by script), 1236 (firebaseui-web)',
      figure('largest paint', 'ms', of('largestPaintMs'), { under: 450 })
    ),
    figure('largest paint of a bare form, in turn with it', 'ms', bare),
    figure(
      'largest paint over that of the bare form',
      'ms',
      samples.map(({ largestPaintMs }, index) => largestPaintMs - (bare[index] ?? Number.NaN))
    ),
    comparedTo(
      '788 (prototype), 1235 (firebaseui-web)',
      figure('React attached', 'ms', of('attachedMs'), { under: 800 })
    ),
    comparedTo('0 (prototype)', figure('layout shift', '', of('layoutShift'), { under: 0.001 })),
    comparedTo(
      '3 (prototype)',
      figure('requests before the largest paint', '', of('requestsBeforePaint'), { under: 4 })
    ),
    comparedTo(
      '0',
      figure('requests to third parties before the visitor acts', '', of('thirdPartyRequests'), { under: 1 })
    )
  ]
}

/** The paint alone, in a browser with windows: of the page, and of a bare form in turn with it. */
export async function measurePaint(browser: Browser, url: string, loads: number): Promise<Figure[]> {
  const { samples, bare } = await loadInTurn(browser, loads, () => paintOnce(browser, url))
  return [
    figure('largest paint in a Chromium with windows', 'ms', samples),
    figure('largest paint of a bare form in a Chromium with windows', 'ms', bare)
  ]
}

/** Loads a page so many times, and in turn with it a bare form. `bare`: the paints of that. */
async function loadInTurn<Sample>(
  browser: Browser,
  loads: number,
  load: () => Promise<Sample>
): Promise<{ samples: Sample[]; bare: number[] }> {
  const samples: Sample[] = []
  const bare: number[] = []
  const form = await startBareForm()
  // The first one also warms the server's side and is not counted.
  for (let index = 0; index <= loads; index++) {
    const bareMs = await paintOnce(browser, form.url)
    const sample = await load()
    if (index === 0) continue
    samples.push(sample)
    bare.push(bareMs)
  }
  form.close()
  return { samples, bare }
}

async function paintOnce(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await openOnSlowPhone(context, WATCH)
    await page.goto(url, { waitUntil: 'load' })
    let paintedMs = 0
    while (paintedMs === 0) {
      await page.waitForTimeout(LOOK_AGAIN_MS)
      paintedMs = await page.evaluate<number>('window.seen.largest')
    }
    return paintedMs
  } finally {
    await context.close()
  }
}

async function loadOnce(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext()
  try {
    const page = await openOnSlowPhone(context, WATCH)
    const { origin } = new URL(url)
    let thirdPartyRequests = 0
    page.on('request', (request) => {
      if (!request.url().startsWith('data:') && new URL(request.url()).origin !== origin)
        thirdPartyRequests += 1
    })
    await page.goto(url, { waitUntil: 'load' })
    // The page's policy forbids what `waitForFunction` does.
    while (!(await page.evaluate('window.seen.attached > 0'))) await page.waitForTimeout(LOOK_AGAIN_MS)
    await page.waitForTimeout(SETTLED_MS)
    return { ...(await read(page)), thirdPartyRequests }
  } finally {
    await context.close()
  }
}

function read(page: Page): Promise<Omit<Load, 'thirdPartyRequests'>> {
  return page.evaluate(`({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    largestPaintMs: window.seen.largest,
    attachedMs: window.seen.attached,
    layoutShift: window.seen.shift,
    requestsBeforePaint:
      1 + performance.getEntriesByType('resource').filter((entry) => entry.startTime < window.seen.largest).length
  })`)
}
