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
  button: [...document.querySelectorAll('a.button')].map((one) => getComputedStyle(one).backgroundColor),
  card: document.querySelector('.card').getBoundingClientRect().width,
  bottom: document.querySelector('.card').getBoundingClientRect().bottom
})`

const lookAt = (page: Page) =>
  page.evaluate<{ pictures: number[]; button: string[]; card: number; bottom: number }>(LOOK)

t.test('pages: unknown host, drawn without other requests, leads to sign-in', { skip }, async (t) => {
  const logo = (name: string) => ({ 'login.brand.logo': `${pictures}/${name}.svg` })
  for (const [name, config, accent] of [
    ['no theme', {}, 'rgb(31, 94, 255)'],
    ['small logo', { ...logo('small'), 'login.theme.accent': '#0a7a55' }, 'rgb(10, 122, 85)'],
    [
      'large logo and picture',
      { ...logo('large'), 'login.brand.background': `${pictures}/large.svg` },
      'rgb(31, 94, 255)'
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

t.test('pages: the start page itself fails, has no button that leads back to it', { skip }, async (t) => {
  const { home } = await start({}, [{ name: 'files', path: '/files/*', upstream: { url } }])
  const page = await openPage(t)
  await page.goto(`${home}/`)
  t.equal(await page.locator('h1').textContent(), 'Page not found')
  t.equal(await page.locator('a.button').count(), 0)
  await page.goto(`${home}/elsewhere`)
  t.equal(await page.locator('a.button').getAttribute('href'), '/', 'control')
})
