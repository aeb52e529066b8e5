import type { Browser, Page } from 'playwright-core'
import { comparedTo, type Figure, figure } from '../figures.ts'

/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms: what Lighthouse calls slow 4G. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8
}
const CPU_SLOWDOWN = 4
/** For the SDK's idle load, so that its requests count too. */
const SETTLED_MS = 3000

/** What one load of the page showed; times in milliseconds since the navigation began. */
interface Load {
  firstPaintMs: number
  largestPaintMs: number
  interactiveMs: number
  layoutShift: number
  requestsBeforePaint: number
  thirdPartyRequests: number
}

/** Runs in the page, before everything else. React marks the nodes it has taken over with a property of its own. */
const WATCH = `
  window.seen = { largest: 0, shift: 0, interactive: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const form = document.querySelector('form')
    if (form && Object.keys(form).some((key) => key.startsWith('__react'))) window.seen.interactive = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

/** Loads the page like somebody with a slow phone, each time as for the first time. */
export async function measureLoading(browser: Browser, url: string, loads: number): Promise<Figure[]> {
  const samples: Load[] = []
  // The first one also warms the server's side and is not counted.
  for (let index = 0; index <= loads; index++) {
    const load = await loadOnce(browser, url)
    if (index > 0) samples.push(load)
  }
  const of = (name: keyof Load) => samples.map((load) => load[name])
  return [
    comparedTo('448 (prototype)', figure('first paint', 'ms', of('firstPaintMs'))),
    comparedTo(
      '492 (prototype), 948 (by script), 1236 (firebaseui-web)',
      figure('largest paint', 'ms', of('largestPaintMs'), { under: 500 })
    ),
    comparedTo(
      '788 (prototype), 1235 (firebaseui-web)',
      figure('interactive', 'ms', of('interactiveMs'), { under: 800 })
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

async function loadOnce(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext()
  const page = await context.newPage()
  try {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.addInitScript(WATCH)
    const { origin } = new URL(url)
    let thirdPartyRequests = 0
    page.on('request', (request) => {
      if (!request.url().startsWith('data:') && new URL(request.url()).origin !== origin)
        thirdPartyRequests += 1
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForFunction('window.seen.interactive > 0')
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
    interactiveMs: window.seen.interactive,
    layoutShift: window.seen.shift,
    requestsBeforePaint:
      1 + performance.getEntriesByType('resource').filter((entry) => entry.startTime < window.seen.largest).length
  })`)
}
