import t, { type Test } from 'tap'
import { outcomeOf, startGateway } from '../fixtures/gateway.ts'
import {
  approach,
  type Browser,
  createBrowsers,
  formOf,
  HOME,
  locationOf,
  post,
  WIKI,
  whoAmI
} from '../fixtures/hand-over.ts'
import { startEchoUpstream } from '../fixtures/wire/upstream.ts'

const { url } = await startEchoUpstream(t)
const upstream = { url }
const wiki = { name: 'wiki', host: 'wiki.example.org', upstream }
const config = { applications: [{ name: 'home', upstream }, wiki] }
const gateway = await startGateway(t, { publicUrl: HOME, config })
gateway.provider.accounts.create({ uid: 'ada' })
const { openBrowser, signedInBrowser } = createBrowsers(gateway)

const attemptsOf = ({ jarOf }: Browser) =>
  jarOf(WIKI)
    .header()
    .match(/[^ ;]*-state\.[^;]*/g) ?? []

/** Changes the time in the cookies of the attempts, which are not signed. */
function changeTime(browser: Browser, seconds: number): void {
  browser.jarOf(WIKI).store(attemptsOf(browser).map((pair) => pair.replace(/=\d+\./, `=${seconds}.`)))
}

async function isRefused(t: Test, response: Response, why: string): Promise<void> {
  const { status, cookies } = await outcomeOf(response)
  const found = cookies.filter((line) => line.startsWith('__Host-gatehouse='))
  t.same([status, found], [400, []], why)
}

t.test('attempts: with a changed time in the cookie, the form still expires after 60 s', async (t) => {
  for (const [changed, isLate] of [
    [gateway.now() + 1_000_000, true],
    [999_999_999_999, true],
    [gateway.now() + 1_000_000, false]
  ] as const) {
    const browser = await signedInBrowser()
    const form = await approach(browser, `${WIKI}/x`)
    changeTime(browser, changed)
    if (isLate) gateway.advance(60)
    const response = await post(browser, form)
    if (isLate) await isRefused(t, response, `${changed}`)
    else t.equal(response.status, 303, 'control: in time')
    t.equal(await whoAmI(browser, WIKI), isLate ? 401 : 200)
  }
})

t.test('attempts: those prolonged by a changed time yield only the session of the visitor', async (t) => {
  const browser = await signedInBrowser()
  const address = locationOf(await browser.ask(`${WIKI}/x`))
  changeTime(browser, gateway.now() + 1_000_000)
  gateway.advance(1200)
  const stranger = await formOf(await (await signedInBrowser()).ask(address))
  const own = await formOf(await browser.ask(address))
  t.equal((await post(browser, own)).status, 303, 'same as with a new attempt')
  await isRefused(t, await post(browser, stranger), 'a form of another browser, once this has arrived')
  const late = await signedInBrowser()
  const lateAddress = locationOf(await late.ask(`${WIKI}/x`))
  gateway.advance(600)
  await isRefused(t, await post(late, await formOf(await late.ask(lateAddress))), 'control: unchanged time')
})

t.test('attempts: malformed and past times count as no attempt', async (t) => {
  const browser = await signedInBrowser()
  const form = await approach(browser, `${WIKI}/x`)
  const [pair = ''] = attemptsOf(browser)
  for (const written of ['0', '-1', '1e9', 'NaN', '', '0x7fffffff', '9'.repeat(13), '1 ']) {
    browser.jarOf(WIKI).store([pair.replace(/=\d+\./, `=${written}.`)])
    await isRefused(t, await post(browser, form), JSON.stringify(written))
  }
  browser.jarOf(WIKI).store([pair])
  t.equal((await post(browser, form)).status, 303, 'control')
})

/** Headers that name the source of a form: of one accepted from a browser with the secret, and of one refused. */
const TAKEN: Record<string, string>[] = [
  ...[{ origin: HOME }, { origin: HOME, 'sec-fetch-site': 'cross-site' }],
  ...[{}, { referer: 'https://evil.example/' }]
]
const REFUSED: Record<string, string>[] = [
  ...['cross-site', 'same-origin', 'none', ''].map((site) => ({ 'sec-fetch-site': site })),
  ...['null', '', WIKI, `${HOME}.evil.example`, HOME.toUpperCase()].map((origin) => ({ origin }))
]

/** Another browser with the same session at the sign-in origin. */
function copyOf({ jarOf }: Browser): Browser {
  const copy = openBrowser()
  copy.jarOf(HOME).store(jarOf(HOME).header().split('; '))
  return copy
}

t.test('arrive: without Origin and Sec-Fetch-Site, only the secret of the attempt counts', async (t) => {
  const visitor = await signedInBrowser()
  for (const headers of [...TAKEN, ...REFUSED]) {
    const browser = copyOf(visitor)
    const { action, fields } = await approach(browser, `${WIKI}/x`)
    const send = (from: Browser) =>
      from.ask(action, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString()
      })
    const name = JSON.stringify(headers)
    await isRefused(t, await send(copyOf(visitor)), `${name}, without the secret`)
    const response = await send(browser)
    if (TAKEN.includes(headers)) t.equal(response.status, 303, name)
    else await isRefused(t, response, name)
  }
})
