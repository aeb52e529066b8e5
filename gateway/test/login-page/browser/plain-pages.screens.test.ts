import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { noteComplaints } from '../../fixtures/browser/complaints.ts'
import { openContext, skip } from '../../fixtures/browser/shared-browser.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { startEchoUpstream } from '../../fixtures/wire/upstream.ts'

/** Too large to be inlined. */
const LARGE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><!--${'large '.repeat(400)}--></svg>`
const SMALL = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
const pictures = t.testdir({ 'large.svg': LARGE, 'small.svg': SMALL })

const { url } = await startEchoUpstream(t)
const APPLICATIONS = [
  { name: 'home', upstream: { url } },
  { name: 'wiki', host: 'wiki.localhost', upstream: { url } }
]

async function start(config: Record<string, unknown>, applications: object[] = APPLICATIONS) {
  const gateway = await startGateway(t, { atLocalhost: true, config: { applications, ...config } })
  return { home: gateway.origin, stranger: `http://other.localhost:${gateway.port}` }
}

const openPage = async (t: Test) =>
  await (await openContext(t, { viewport: { width: 1280, height: 800 } })).newPage()

/** The size of every picture, what the main button is drawn with, and where the card is. */
const LOOK = `({
  pictures: [...document.querySelectorAll('svg, img')].map((one) => {
    const { width, height } = one.getBoundingClientRect()
    return Math.max(width, height)
  }),
  button: [...document.querySelectorAll('a.button')].map((one) => {
    const context = document.createElement('canvas').getContext('2d')
    context.fillStyle = getComputedStyle(one).backgroundColor
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  }),
  card: document.querySelector('.card').getBoundingClientRect().width,
  bottom: document.querySelector('.card').getBoundingClientRect().bottom
})`

const lookAt = (page: Page) =>
  page.evaluate<{ pictures: number[]; button: number[][]; card: number; bottom: number }>(LOOK)

t.test('pages: unknown host, drawn without other requests, leads to sign-in', { skip }, async (t) => {
  const logo = (name: string) => ({ 'login.brand.logo': `${pictures}/${name}.svg` })
  for (const [name, config, accent] of [
    ['no theme', {}, [31, 94, 255, 255]],
    ['small logo', { ...logo('small'), 'login.theme.accent': '#0a7a55' }, [10, 122, 85, 255]],
    [
      'large logo and picture',
      { ...logo('large'), 'login.brand.background': `${pictures}/large.svg` },
      [31, 94, 255, 255]
    ]
  ] as const) {
    const { home, stranger } = await start(config)
    const page = await openPage(t)
    const complaints = noteComplaints(page)
    const requests: string[] = []
    page.on('request', (request) => request.url().startsWith('data:') || requests.push(request.url()))
    await page.goto(`${stranger}/x`)
    const { pictures: sizes, button, card, bottom } = await lookAt(page)
    const isSmall = sizes.every((size) => size > 0 && size <= 36)
    t.same([button, isSmall, card, bottom < 800], [[accent], true, 400, true], `${name}: ${sizes}, ${bottom}`)
    t.same(requests, [`${stranger}/x`], name)
    t.match(complaints.join(), /^[^,]*404[^,]*$/, `${name}: only the response itself`)
    t.equal(await page.locator('a.button').getAttribute('href'), `${home}/`, name)
  }
})

t.test('pages: no stylesheet arrives, icons and logo are as large as a line or two', { skip }, async (t) => {
  const { home } = await start({
    'login.brand.logo': `${pictures}/large.svg`,
    'login.links.help': 'https://acme.example/help',
    'access.rules': [{ path: '/closed', allow: 'deny' }]
  })
  const page = await openPage(t)
  await page.route('**/*.css', (route) => route.abort())
  for (const path of ['/logout', '/_auth/form?to=/orders', '/closed', '/_auth/nothing']) {
    await page.goto(home + path)
    const { pictures: sizes } = await lookAt(page)
    t.ok(sizes.length > 0 && sizes.every((size) => size <= 36), `${path}: ${sizes}`)
  }
})

const GONE = [{ name: 'home', upstream: { url: 'http://127.0.0.1:1' }, access: { default: 'public' } }]

/** Opens the page of an application that does not respond. `clock`: script that replaces the page's. */
async function openGone(t: Test, clock: string) {
  const { home } = await start({}, GONE)
  const page = await openPage(t)
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  await page.addInitScript(clock)
  await page.goto(`${home}/x?y=1`)
  return { page, loads: () => loads }
}

t.test('pages: no response, loaded again three times, then by the button', { skip }, async (t) => {
  const { page, loads } = await openGone(t, 'const every = setInterval; setInterval = (run) => every(run)')
  const complaints = noteComplaints(page)
  const isOver = async (count: number) => {
    while (loads() < count) await page.waitForEvent('load')
    await page.locator('.countdown').waitFor({ state: 'detached' })
    t.equal(loads(), count)
  }
  await isOver(4)
  t.equal(await page.locator('h1').textContent(), 'Home isn’t responding')
  await page.getByRole('link', { name: 'Try again' }).click()
  await isOver(8)
  t.same(
    complaints.filter((line) => !line.includes('502')),
    []
  )
})

t.test('pages: no response, Stop ends the countdown, and a hidden page waits', { skip }, async (t) => {
  const { page } = await openGone(t, 'setInterval = () => 0')
  t.match(await page.getByRole('timer').textContent(), /^Trying again in [5-8] s$/)
  await page.getByRole('button', { name: 'Stop' }).click()
  t.equal(await page.locator('.countdown').count(), 0)
  t.equal(await page.locator('a.button:focus').textContent(), 'Try again')
  const hidden = `Object.defineProperty(document, 'hidden', { value: true })`
  const { page: other, loads } = await openGone(
    t,
    `${hidden}; setInterval = (run) => [...Array(99)].map(run)`
  )
  t.match(await other.getByRole('timer').textContent(), /^Trying again in [5-8] s$/)
  t.equal(loads(), 1)
})

t.test('pages: no response, a browser that cannot store the count does not reload', { skip }, async (t) => {
  const full = `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`
  const { page, loads } = await openGone(t, `${full}; setInterval = (run) => [...Array(99)].map(run)`)
  await page.getByRole('link', { name: 'Try again' }).waitFor()
  t.equal(await page.locator('.countdown').count(), 0)
  t.equal(loads(), 1)
})

t.test('pages: the start page itself fails, has no button that leads back to it', { skip }, async (t) => {
  const { home } = await start({}, [{ name: 'files', path: '/files/*', upstream: { url } }])
  const page = await openPage(t)
  await page.goto(`${home}/`)
  t.equal(await page.locator('h1').textContent(), 'Page not found')
  t.equal(await page.locator('a.button').count(), 0)
  await page.goto(`${home}/elsewhere`)
  t.equal(await page.locator('a.button').getAttribute('href'), '/', 'control')
})
