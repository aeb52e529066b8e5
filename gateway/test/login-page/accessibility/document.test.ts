import t from 'tap'
import { sharedPreviewServer } from '../../fixtures/browser/previews.ts'
import { words } from '../../fixtures/words.ts'

const { url, documents: names } = await sharedPreviewServer()

const LANGUAGES = {
  ar: 'rtl',
  de: 'ltr',
  en: 'ltr',
  es: 'ltr',
  fr: 'ltr',
  he: 'rtl',
  ja: 'ltr',
  'pt-BR': 'ltr',
  'zh-Hans': 'ltr'
}

/**
 * One preview of each screen, except two without a unique title: the link that verifies an address, titled
 * like the screen that sent it, and the redirect screen, titled like the account screen in some languages.
 */
const SCREENS = words`
  sign-in sign-up forgot link sent-link tenant verify second-factor-totp enrol-code other-method connect
  action-checking action-reset-ready action-reset-done action-reset-dead action-verify-done
  action-recover-ready action-recover-done action-change-ready action-second-factor-ready
  action-second-factor-done action-sign-in-ready action-unknown account signed-out problem
`

/** Text of some markup, with entities decoded: title and heading escape quotes differently. */
const textOf = (html = '') =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&#(x?)([0-9a-f]+);/g, (_, hex, code) => String.fromCodePoint(parseInt(code, hex ? 16 : 10)))

const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0

const documents = new Map<string, Promise<string>>()

/** The HTML of a screen, fetched once. */
function read(name: string, lang: string): Promise<string> {
  const address = `${url}/login?preview=${name}&lang=${lang}`
  const known = documents.get(address) ?? load(address)
  documents.set(address, known)
  return known
}

async function load(address: string): Promise<string> {
  const response = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
  if (response.status !== 200) throw new Error(`${address}: ${response.status}`)
  return await response.text()
}

for (const [lang, dir] of Object.entries(LANGUAGES)) {
  t.test(`accessibility: ${lang}, screens declare language, landmarks and live regions once`, async (t) => {
    const found: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const name of names) {
      const html = await read(name, lang)
      // Several forms, each with its own alert and status.
      const hasForms = name.startsWith('account-page') || name === 'account-second-step-unverified'
      const most = hasForms ? Number.POSITIVE_INFINITY : 1
      // Other forms show in themselves what is wrong with what was typed.
      const places = hasForms ? html : html.replace(/<form.*?<\/form>/gs, '')
      const [alerts, statuses] = [count(places, /role="alert"/g), count(html, /role="status"/g)]
      found[name] = {
        firstBytes: html.slice(0, html.indexOf('>', html.indexOf('<html')) + 1),
        landmarks: [/<h1[ >]/g, /<main[ >]/g].map((tag) => count(html, tag)),
        hasPlaces: alerts === statuses && alerts >= 1 && alerts <= most,
        mayBeEnlarged: !/user-scalable|maximum-scale/.test(html)
      }
      expected[name] = {
        firstBytes: `<!doctype html>\n<html lang="${lang}" dir="${dir}">`,
        landmarks: [1, 1],
        hasPlaces: true,
        mayBeEnlarged: true
      }
    }
    t.same(found, expected)
  })
}

t.test('accessibility: language switch, each has its lang, and the current one is marked', async (t) => {
  const html = await read('sign-in', 'de')
  const links = [...html.matchAll(/<a [^>]*hrefLang="([^"]+)"[^>]*>[^<]+</gi)]
  t.equal(links.length, 28)
  const wrong = links.filter(
    ([link, id]) => !link.includes(` lang="${id}"`) || link.includes('aria-current="true"') !== (id === 'de')
  )
  t.same(wrong, [])
})

for (const lang of Object.keys(LANGUAGES)) {
  t.test(`accessibility: ${lang}, every screen has a unique title with heading and brand name`, async (t) => {
    const titles = new Map<string, string>()
    const wrong: string[] = []
    for (const name of SCREENS) {
      const html = await read(name, lang)
      const title = textOf(/<title>([^<]*)<\/title>/.exec(html)?.[1])
      const heading = textOf(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1])
      if (heading === '' || !title.includes(heading) || !title.includes('Acme'))
        wrong.push(`${name}: ${title}`)
      if (titles.has(title)) wrong.push(`${name}: ${title}, as ${titles.get(title)}`)
      titles.set(title, name)
    }
    t.equal(titles.size, SCREENS.length)
    t.same(wrong, [])
  })
}

t.test('accessibility: help link is at the same place on every screen', async (t) => {
  const place =
    /<\/main><footer class="footer">(?:<p class="[^"]*terms[^"]*">.*?<\/p>)?<nav[^>]*><a href="https:\/\/acme.example\/help">/
  for (const name of names) t.match(await read(name, 'en'), place, name)
})
