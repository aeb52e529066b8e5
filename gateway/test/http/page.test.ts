import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import t from 'tap'
import { createResponses } from '../../src/access/responses/responses.ts'
import { Fault } from '../../src/errors.ts'
import { inlineStyle, renderStyle } from '../../src/http/html.ts'
import { createLocales } from '../../src/http/locales.ts'
import { type Page, type PageFooter, type PageFrame, renderPage } from '../../src/http/page.ts'
import { createLog } from '../../src/operations/logging.ts'
import { createServer } from '../../src/server.ts'
import { PAGE, testConfig } from '../fixtures/gateway.ts'

const PLAIN: PageFrame = {
  brandName: 'Acme',
  logo: null,
  colorScheme: 'light dark',
  stylesheetHrefs: [],
  footer: null
}
const PAGE_TEXT: Page = { icon: 'lock', title: 'No access', text: 'Not for you.', reference: null }
const TEXTS = {
  'footer.label': 'About',
  'footer.help': 'Get help',
  'footer.contact': 'Contact',
  'footer.privacy': 'Privacy',
  'footer.terms': 'Terms',
  'footer.language': 'Language'
}
const FOOTER: PageFooter = {
  links: { help: null, contact: 'mailto:help@acme.example', privacy: '/privacy', terms: null },
  languages: [
    { id: 'en', name: 'English' },
    { id: 'ar', name: 'العربية' }
  ],
  textsIn: () => TEXTS
}
const ODD = `<&"'>`
const ESCAPED = '&lt;&amp;&quot;&#39;&gt;'
const ODD_TEXTS = Object.fromEntries(Object.keys(TEXTS).map((key) => [key, ODD])) as typeof TEXTS

t.test('page: each stylesheet gets a link in the given order, none gets no link', async (t) => {
  const html = renderPage(PAGE_TEXT, { ...PLAIN, stylesheetHrefs: ['/a.css', '/b.css'] })
  t.match(html, '<link rel="stylesheet" href="/a.css">\n<link rel="stylesheet" href="/b.css">')
  t.notMatch(renderPage(PAGE_TEXT, PLAIN), '<link')
})

t.test('page: the logo is a picture with a dark variant, otherwise the name is shown as text', async (t) => {
  const html = renderPage(PAGE_TEXT, { ...PLAIN, logo: { src: '/logo.svg', darkSrc: '/dark.svg' } })
  t.match(
    html,
    '<source srcset="/dark.svg" media="(prefers-color-scheme: dark)"><img src="/logo.svg" alt="Acme" height="36">'
  )
  t.notMatch(renderPage(PAGE_TEXT, { ...PLAIN, logo: { src: '/logo.svg', darkSrc: null } }), '<source')
  const found = renderPage(PAGE_TEXT, PLAIN)
  t.match(found, '<div class="brand"><span class="monogram" aria-hidden="true">A</span><bdi>Acme</bdi></div>')
  t.notMatch(renderPage(PAGE_TEXT, PLAIN), '<img')
})

t.test('page: the main action is the form, or the first link if the form is missing or minor', async (t) => {
  const links = [
    { label: 'One', href: '/one' },
    { label: 'Two', href: '/two' }
  ]
  const form = { label: 'Go', action: '/go' }
  const [main, minor, none] = [{ form }, { form: { ...form, isMinor: true } }, {}].map((more) =>
    renderPage({ ...PAGE_TEXT, links, ...more }, PLAIN)
  )
  t.match(main, /<button class="button"[^>]*>Go<.*\n+<div class="ways"><a class="link" href="\/one"/)
  t.match(
    minor,
    /<a class="button" href="\/one">One<\/a>\n<div class="ways"><a class="link" href="\/two">.*<form.*<button class="link"/
  )
  t.match(none, '<a class="button" href="/one">')
  t.notMatch(none, '<form')
})

t.test('page: alternatives are plain buttons before the main form, which its links follow', async (t) => {
  const html = renderPage(
    {
      ...PAGE_TEXT,
      form: { label: 'Allow', action: '/allow' },
      forms: [{ label: 'Refuse', action: '/refuse' }],
      links: [{ label: 'Other', href: '/other' }]
    },
    PLAIN
  )
  t.match(
    html,
    /action="\/refuse"><button class="button plain" .*<form class="action" .*action="\/allow"><button class="button" .*\n.*\n<div class="ways"><a/
  )
})

t.test('page: texts and addresses are escaped everywhere (ASVS 1.1.2, 1.2.1)', async (t) => {
  const html = renderPage(
    {
      icon: 'warning',
      title: ODD,
      text: ODD,
      client: ODD,
      account: { sentence: `${ODD} {name} ${ODD}`, name: ODD, detail: ODD, link: { label: ODD, href: ODD } },
      note: ODD,
      links: [{ label: ODD, href: ODD }],
      form: { label: ODD, action: ODD },
      forms: [{ label: ODD, action: ODD, fields: { [ODD]: ODD } }],
      reference: ODD,
      language: { id: 'en', direction: 'ltr', reference: ODD }
    },
    {
      brandName: ODD,
      logo: { src: ODD, darkSrc: ODD },
      colorScheme: ODD,
      stylesheetHrefs: [ODD],
      footer: {
        links: { help: ODD, contact: ODD, privacy: null, terms: null },
        languages: [],
        textsIn: () => ODD_TEXTS
      }
    }
  )
  t.notMatch(html, ODD)
  t.equal(html.split(ESCAPED).length - 1, 31)
})

t.test('answers: the frame of the page is that of the requested host', async (t) => {
  const config = testConfig({})
  const frames = new Map([
    ['acme.example', { ...PLAIN, footer: FOOTER }],
    ['shop.example', { ...PLAIN, brandName: 'Shop' }]
  ])
  const responses = createResponses({
    config,
    locales: createLocales(config.login.locales),
    frameFor: ({ hostname }) => frames.get(hostname) ?? PLAIN
  })
  const { logger } = createLog('silent', new Writable())
  const app = createServer(responses, {
    logger,
    publicOrigin: 'http://localhost:8080',
    isTrustedProxy: () => false
  })
  t.teardown(() => app.close())
  app.get('/x', async () => {
    throw new Fault('NOT_FOUND')
  })
  const ask = async (host: string) => (await app.inject({ url: '/x', headers: { ...PAGE, host } })).body
  t.match(await ask('acme.example'), /Acme<\/title>.*mailto:help@acme\.example/s)
  t.match(await ask('shop.example'), 'Shop</title>')
  t.notMatch(await ask('shop.example'), 'mailto:')
})

t.test('page: the footer has the existing links and the languages, as on the login page', async (t) => {
  const frame = { ...PLAIN, footer: FOOTER }
  const html = renderPage(
    { ...PAGE_TEXT, languageHref: (language) => `/choose?lang=${language}&to=/x` },
    frame
  )
  t.match(
    html,
    '<footer class="footer"><nav aria-label="About"><a href="mailto:help@acme.example">Contact</a><a href="/privacy">Privacy</a></nav>'
  )
  t.match(html, '<summary><span class="visually-hidden">Language: </span>English</summary>')
  t.match(
    html,
    '<a href="/choose?lang=en&amp;to=/x" rel="nofollow" lang="en" hreflang="en" dir="auto" aria-current="true">English</a>'
  )
  t.match(html, ' lang="ar" hreflang="ar" dir="auto">العربية</a>')
})

t.test('page: the footer has no languages if the page cannot be reloaded or only one exists', async (t) => {
  const footer = { ...FOOTER, languages: FOOTER.languages.slice(0, 1) }
  const languageHref = (language: string) => `/choose?lang=${language}`
  t.notMatch(renderPage(PAGE_TEXT, { ...PLAIN, footer: FOOTER }), 'languages')
  t.notMatch(renderPage({ ...PAGE_TEXT, languageHref }, { ...PLAIN, footer }), 'languages')
  const links = { help: null, contact: null, privacy: null, terms: null }
  t.notMatch(renderPage(PAGE_TEXT, { ...PLAIN, footer: { ...FOOTER, links } }), '<footer')
})

t.test('page: a long address in the note breaks at its parts only, short ones not at all', async (t) => {
  const noteOf = (note: string) =>
    /<p class="muted">(.*?)<\/p>/.exec(renderPage({ ...PAGE_TEXT, note }, PLAIN))?.[1]
  t.equal(noteOf('Signed in as ada@example.com.'), 'Signed in as ada@example.com.')
  const found = noteOf('Signed in as hubert.blaine.wolfeschlegelstein@mail.example.com.')
  t.equal(found, 'Signed in as hubert<wbr>.blaine<wbr>.wolfeschlegelstein<wbr>@mail.example.com.')
  t.equal(noteOf('<a@many-letters-of-a-host'), '&lt;a<wbr>@many-letters-of-a-host')
  const japanese = 'ada@example.comとしてログインしています。'
  t.equal(noteOf(japanese), japanese, 'only the address counts')
})

/** The hash of the element text as a browser reads it. */
const hashOf = (html: string) => {
  const text = /^<style>(.*)<\/style>$/s.exec(html)?.[1] ?? ''
  return `sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}`
}

t.test('inline style: CSS that would close its element is escaped', async (t) => {
  const html = renderStyle(inlineStyle('a::after { content: "</style><script>" }'))
  t.equal(html.match(/<\//g)?.length, 1)
  t.match(html, 'content: "<\\/style><script>"')
})

t.test('inline style: CSS gets its hash, with the line breaks a browser sees', async (t) => {
  const style = inlineStyle('a > b { }\r\nb { }\rc { }')
  t.equal(renderStyle(style), '<style>a > b { }\nb { }\nc { }</style>')
  t.equal(style.hash, hashOf(renderStyle(style)))
})
