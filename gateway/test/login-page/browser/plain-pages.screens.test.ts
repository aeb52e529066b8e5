import type { Page } from 'playwright-core'
import t from 'tap'
import { noteComplaints } from '../../fixtures/browser/complaints.ts'
import { sharedChromium, skip } from '../../fixtures/browser/shared-browser.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { findFreePorts } from '../../fixtures/wire/ports.ts'
import { startEchoUpstream } from '../../fixtures/wire/upstream.ts'

/** Too large to be inlined. */
const LARGE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><!--${'large '.repeat(400)}--></svg>`
const SMALL = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
const pictures = t.testdir({ 'large.svg': LARGE, 'small.svg': SMALL })

const echo = await startEchoUpstream(t)

async function start(config: Record<string, unknown> = {}) {
  const [port = 0] = await findFreePorts(1)
  const home = `http://localhost:${port}`
  const upstream = { url: echo.url }
  const applications = [
    { name: 'home', upstream },
    { name: 'wiki', host: 'wiki.localhost', upstream }
  ]
  await startGateway(t, { publicUrl: home, port, config: { applications, ...config } })
  return { home, stranger: `http://other.localhost:${port}` }
}

async function openPage() {
  const page = await (await sharedChromium()).newPage({ viewport: { width: 1280, height: 800 } })
  t.teardown(() => page.close())
  return page
}

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

interface Seen {
  pictures: number[]
  button: string[]
  card: number
  bottom: number
}

const lookAt = (page: Page): Promise<Seen> => page.evaluate(LOOK)

t.test(
  'pages: unknown host, is drawn without any other request and leads to the sign-in host',
  { skip },
  async (t) => {
    const logo = (name: string) => ({ 'login.brand.logo': `${pictures}/${name}.svg` })
    const rows: [name: string, config: Record<string, unknown>, accent: string][] = [
      ['no theme', {}, 'rgb(31, 94, 255)'],
      ['small logo', { ...logo('small'), 'login.theme.accent': '#0a7a55' }, 'rgb(10, 122, 85)'],
      [
        'large logo and picture',
        { ...logo('large'), 'login.brand.background': `${pictures}/large.svg` },
        'rgb(31, 94, 255)'
      ]
    ]
    for (const [name, config, accent] of rows) {
      const { home, stranger } = await start(config)
      const page = await openPage()
      const complaints = noteComplaints(page)
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      await page.goto(`${stranger}/x`)
      const { pictures: sizes, button, card, bottom } = await lookAt(page)
      t.same(button, [accent], name)
      const found = sizes.every((size) => size > 0 && size <= 36)
      t.ok(found, `${name}: ${sizes}`)
      t.equal(card, 400, name)
      t.ok(bottom < 800, name)
      const seen = requests.filter((url) => !url.startsWith('data:'))
      t.same(seen, [`${stranger}/x`], name)
      t.match(complaints, [/404/], `${name}: only the response itself`)
      t.equal(complaints.length, 1)
      t.equal(await page.locator('a.button').getAttribute('href'), `${home}/`, name)
    }
  }
)

t.test(
  'pages: no stylesheet arrives, no icon or logo is larger than a line of text or two',
  { skip },
  async (t) => {
    const { home } = await start({
      'login.brand.logo': `${pictures}/large.svg`,
      'login.links.help': 'https://acme.example/help',
      'access.rules': [{ path: '/closed', allow: 'deny' }]
    })
    const page = await openPage()
    await page.route('**/*.css', (route) => route.abort())
    for (const path of ['/logout', '/_auth/form?to=/orders', '/closed', '/_auth/nothing']) {
      await page.goto(home + path)
      const { pictures: sizes } = await lookAt(page)
      t.ok(sizes.length > 0 && sizes.every((size) => size <= 36), `${path}: ${sizes}`)
    }
  }
)

t.test('pages: the start page itself fails, has no button that leads back to it', { skip }, async (t) => {
  const upstream = { url: echo.url }
  const [port = 0] = await findFreePorts(1)
  const home = `http://localhost:${port}`
  const applications = [{ name: 'files', path: '/files/*', upstream }]
  await startGateway(t, { publicUrl: home, port, config: { applications } })
  const page = await openPage()
  await page.goto(`${home}/`)
  t.equal(await page.locator('h1').textContent(), 'Page not found')
  t.equal(await page.locator('a.button').count(), 0)
  await page.goto(`${home}/elsewhere`)
  t.equal(await page.locator('a.button').getAttribute('href'), '/', 'control')
})
