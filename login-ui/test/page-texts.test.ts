import t from 'tap'
import { headOf, previews, renderPage } from '../src/entry-server.tsx'
import type { Address, PageConfig } from '../src/page-config.ts'
import { sampleConfig } from './fixtures/sample-config.ts'

const REFERENCE = '7F3K-2M'

/** What a reader sees, without markup. */
function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&')
}

const headingIn = (html: string) => textOf(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? '')

const TITLES: [address: Address, changes: Partial<PageConfig>, heading: string][] = [
  ['sign-in', {}, 'Sign in to Shop & Co'],
  ['second-step', {}, 'Sign in to Shop & Co'],
  ['sign-up', {}, 'Create an account'],
  ['forgot', {}, 'Reset your password'],
  ['link', {}, 'Sign in with an email link'],
  ['action', { action: { mode: 'resetPassword' } }, 'Checking the link…'],
  [
    'account',
    { account: { name: null, email: 'ada@example.com', provider: null } },
    'You’re already signed in'
  ],
  ['signed-out', {}, 'You’re signed out'],
  ['problem', { problem: { code: 'loop', reference: null } }, 'The application keeps sending you back here']
]

for (const [address, changes, heading] of TITLES) {
  t.test(`title: ${address} has the heading of the screen and the brand name`, async (t) => {
    const config = sampleConfig({ address, brand: { name: 'Shop & Co', logo: null }, ...changes })
    t.equal(headingIn(renderPage(config)), heading)
    t.equal(headOf(config).title, heading.includes('Shop') ? heading : `${heading} – Shop & Co`)
    t.equal(renderPage(config).includes('<bdi>Shop &amp; Co</bdi>'), !heading.includes('Shop'), 'named once')
  })
}

t.test('title: every preview has its heading and the brand name', async (t) => {
  for (const { name } of previews) {
    const config = sampleConfig({ preview: name })
    const html = renderPage(config)
    const error = /aria-invalid="true"|id="problem"/.test(html) ? 'Error: ' : ''
    const heading = headingIn(html)
    t.equal(headOf(config).title, `${error}${heading}${heading.includes('Acme') ? '' : ' – Acme'}`, name)
  }
})

const ACCOUNTS: [account: PageConfig['account'], sentence: string | null, link: string][] = [
  [{ name: 'Ada', email: 'ada@example.com', provider: null }, 'ada@example.com', 'Continue as Ada'],
  [
    { name: null, email: 'ada@example.com', provider: null },
    'ada@example.com',
    'Continue as ada@example.com'
  ],
  [{ name: 'Ada', email: null, provider: null }, 'Ada', 'Continue as Ada'],
  [{ name: null, email: null, provider: null }, null, 'Continue']
]

for (const [account, who, link] of ACCOUNTS) {
  t.test(`account: ${JSON.stringify(account)} shows who is signed in`, async (t) => {
    const text = textOf(renderPage(sampleConfig({ address: 'account', account })))
    if (who === null) t.notMatch(text, 'signed in as')
    else t.match(text, `This browser is signed in as ${who}.`)
    t.match(text, `${link}Use another account`)
  })
}

t.test('reference: a problem with a reference shows it once', async (t) => {
  const at = (reference: string | null) =>
    textOf(renderPage(sampleConfig({ address: 'problem', problem: { code: 'INTERNAL_ERROR', reference } })))
  t.equal(at(REFERENCE).split(`Reference: ${REFERENCE}`).length, 2)
  t.notMatch(at(null), 'Reference')
})

t.test('reference: shown in the alert of a failed sign-in, if it has one', async (t) => {
  const alertOf = (preview: string) => {
    const [, alert = ''] =
      /<div class="alert"[^>]*>(.*?)<div class="status"/s.exec(renderPage(sampleConfig({ preview }))) ?? []
    return textOf(alert)
  }
  t.match(alertOf('sign-in-fault'), `Reference: ${REFERENCE}`)
  t.match(alertOf('sign-in-attempts'), /\w/)
  t.notMatch(alertOf('sign-in-attempts'), 'Reference')
})

t.test('password managers: propose what the policy accepts once it is known', async (t) => {
  const field = (preview: string) =>
    /<input[^>]*id="new-password"[^>]*>/.exec(renderPage(sampleConfig({ preview })))
  const rules = 'minlength: 12; required: lower; required: upper; required: digit;'
  for (const preview of ['sign-up-rules', 'sign-up'])
    t.equal(
      field(preview)?.[0].includes(`minLength="12" passwordrules="${rules}"`),
      preview !== 'sign-up',
      preview
    )
})

t.test('contact: problems that only the operator can solve link to the contact, if any', async (t) => {
  const contact = 'mailto:help@acme.example'
  const show = (preview: string, links: Partial<PageConfig['links']>) => {
    const config = sampleConfig({ preview })
    return renderPage({ ...config, links: { ...config.links, ...links } })
  }
  const [hint, help] = ['Contact Acme support.', 'https://acme.example/help']
  t.match(show('sign-in-disabled', { contact, help }), `<p><a href="${contact}">${hint}</a></p>`)
  t.match(show('sign-in-disabled', { contact: null, help }), `<p><a href="${help}">${hint}</a></p>`)
  const none = show('sign-in-disabled', { contact: null, help: null })
  t.match(none, '<p>Ask an administrator for help.</p>')
  t.match(
    show('problem-sent-back', { contact }),
    `<p>Your sign-in worked. <a href="${contact}">${hint}</a></p>`
  )
  t.notMatch(show('sign-in-attempts', { contact }), `<p><a href="${contact}">`, 'another problem')
})

const LEGAL: [links: Partial<PageConfig['links']>, sentence: string | null][] = [
  [
    { terms: '/terms', privacy: '/privacy' },
    'By continuing you agree to the terms\u00a0of\u00a0use and the privacy\u00a0policy.'
  ],
  [{ terms: '/terms' }, 'By continuing you agree to the terms\u00a0of\u00a0use.'],
  [{ privacy: '/privacy' }, 'By continuing you agree to the privacy\u00a0policy.'],
  [{}, null]
]

for (const [links, sentence] of LEGAL) {
  t.test(
    `terms: the sentence and links cover ${Object.keys(links).join(' and ') || 'neither'} as configured`,
    async (t) => {
      const none = { privacy: null, terms: null, help: null, contact: null }
      const show = (address: Address, methods: Partial<PageConfig['methods']> = {}) => {
        const config = sampleConfig({ address, links: { ...none, ...links } })
        return renderPage({ ...config, methods: { ...config.methods, ...methods } })
      }
      for (const html of [show('sign-up'), show('sign-in')]) {
        if (sentence === null) t.notMatch(textOf(html), 'agree')
        else t.ok(textOf(html).includes(sentence), textOf(html))
        const hrefs = [...html.matchAll(/<a href="([^"]*)" target="_blank"/g)].map(([, href]) => href)
        t.strictSame(hrefs, Object.values(links))
      }
      t.notMatch(textOf(show('sign-in', { signup: false })), 'agree', 'where no account can be created')
      t.notMatch(textOf(show('forgot')), 'agree')
    }
  )
}
