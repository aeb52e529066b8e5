import t, { type Test } from 'tap'
import { problemOf } from '../src/auth/errors.ts'
import { headOf, previews, renderPage } from '../src/entry-server.tsx'
import { unknownFault, unknownLink, unreachable } from '../src/first-state.ts'
import type { Address, PageConfig } from '../src/page-config.ts'
import { onlyMethods, sampleConfig } from './fixtures/sample-config.ts'

const addresses: readonly Address[] = [
  'sign-in',
  'sign-up',
  'forgot',
  'link',
  'action',
  'second-step',
  'account',
  'signed-out',
  'problem'
]

function configAt(address: Address): PageConfig {
  return sampleConfig({
    address,
    account: address === 'account' ? { name: 'Alex', email: 'alex@example.com', provider: null } : null,
    action: address === 'action' ? { mode: 'resetPassword' } : null,
    problem: address === 'problem' ? { code: 'INTERNAL_ERROR', reference: '7F3K-2M' } : null
  })
}

const preview = (name: string) => sampleConfig({ preview: name })

/** Opening tags of an element: attribute -> value. */
function tagsOf(html: string, element: string): Map<string, string>[] {
  const tags = html.matchAll(new RegExp(`<${element}((?:\\s+[^\\s=>]+(?:="[^"]*")?)*)\\s*/?>`, 'g'))
  return [...tags].map(
    ([, attributes]) =>
      new Map(
        [...attributes!.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [name!, value])
      )
  )
}

const count = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].length

/** What holds for every screen in every state. */
function checkPage(t: Test, config: PageConfig): void {
  const html = renderPage(config)
  t.equal(count(html.replace(/<noscript>.*<\/noscript>/s, ''), /<h1[ >]/g), 1, 'one heading')
  t.match(html, /<h1[^>]*>[^<]+<\/h1>/, 'the heading has text')
  t.equal(count(html, /<main[ >]/g), 1, 'one main')
  // On the account page each form has its own messages.
  const isAccount = html.includes('class="card account"')
  const forms = count(html, /role="status"/g)
  const alerts = count(html.replace(/<form.*?<\/form>/gs, ''), /role="alert"/g)
  t.ok(isAccount || alerts === 1, 'one alert node beside that of a form')
  t.ok(isAccount || forms === 1, 'one status node')
  t.notMatch(html, /undefined|\[object|NaN|\{\w+\}/, 'no placeholder is left')
  t.notMatch(html, / style="/, 'no inline styles, which the policy forbids')

  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  t.equal(new Set(ids).size, ids.length, 'every id once')
  const labels = tagsOf(html, 'label').map((label) => label.get('for'))
  for (const input of tagsOf(html, 'input'))
    t.ok(labels.includes(input.get('id')), `label of ${input.get('id')}`)
  for (const [, described] of html.matchAll(/aria-describedby="([^"]*)"/g)) {
    for (const id of described!.split(' ')) t.ok(ids.includes(id), `description ${id}`)
  }
  for (const form of tagsOf(html, 'form')) {
    t.equal(form.get('method'), 'post', 'no password in an address')
    t.match(form.get('action'), isAccount ? /^\/(?:account|logout)(?:[?/]|$)/ : /^\/login(?:\?|$)/)
  }
  const [main = ''] = html.match(/<main.*<\/main>/s) ?? []
  t.match(main, /<(?:a [^>]*href|button)/, 'a way to continue')
  t.match(html, /<footer.*href="https:\/\/help\.example\/"/s, 'help')
  t.equal(renderPage(config), html, 'the same each time')
  t.match(headOf(config).title, /^.+ (– |to )Acme$/, 'a title')
}

for (const { name } of previews)
  t.test(`render: preview ${name} is a whole page`, async (t) => checkPage(t, preview(name)))

for (const address of addresses)
  t.test(`render: address ${address} is a whole page`, async (t) => checkPage(t, configAt(address)))

t.test('render: a long address breaks at its parts only, a short one not at all', async (t) => {
  const shown = (email: string) => {
    const account = { name: 'Hubert', email, provider: null }
    const [, text] =
      /<bdi>([^<]*(?:<wbr\/>[^<]*)*@.*?)<\/bdi>/.exec(renderPage({ ...configAt('account'), account })) ?? []
    return text
  }
  t.equal(shown('alex@example.com'), 'alex@example.com')
  const found = shown('hubert.wolfeschlegelstein@mail.department.example.com')
  t.equal(found, 'hubert<wbr/>.wolfeschlegelstein<wbr/>@mail<wbr/>.department.example.com')
})

t.test('first problems: the inline copies equal those of the table', async (t) => {
  t.strictSame(unreachable, problemOf('page/unreachable'))
  t.strictSame(unknownLink, problemOf('page/link-unknown'))
  t.strictSame(unknownFault, problemOf('page/fault'))
})

t.test('previews: every preview has a unique name', async (t) => {
  t.equal(new Set(previews.map(({ name }) => name)).size, previews.length)
})

const SCREENS = `account action connect enrol forgot leaving link other-method passkey phone problem
  refused second-factor sent sign-in sign-up signed-out tenant verify`

t.test('previews: every screen and every status has a preview', async (t) => {
  const screens = new Set(previews.map(({ state }) => state.screen.name))
  t.strictSame([...screens].sort(), SCREENS.split(/\s+/))
  const statuses = new Set(previews.map(({ state }) => state.status.name))
  t.strictSame([...statuses].sort(), ['error', 'exchanging', 'ready', 'returning', 'submitting', 'waiting'])
})

t.test('render: the query is unchanged and only in attributes', async (t) => {
  const mark = '~gatehouse-query~'
  for (const address of addresses) {
    const html = renderPage({ ...configAt(address), query: mark, redirectTarget: '~target~' })
    const inAttributes = count(html, /(?:href|action)="[^"<>]*~gatehouse-query~[^"<>]*"/g)
    t.equal(inAttributes, html.split(mark).length - 1, address)
    t.ok(inAttributes > 0, `${address}: the links keep the query`)
    t.equal(html.includes('~target~'), address === 'account', `${address}: the target`)
    t.equal(
      renderPage({ ...configAt(address), query: '?other=1', redirectTarget: '/other' })
        .replaceAll('?other=1', mark)
        .replaceAll('"/other"', '"~target~"'),
      html,
      `${address}: nothing else depends on either`
    )
  }
})

t.test('render: language links keep the query of the address', async (t) => {
  const hrefs = (config: PageConfig) =>
    tagsOf(renderPage(config), 'a')
      .filter((link) => link.has('hrefLang') || link.has('hreflang'))
      .map((link) => link.get('href'))
  t.strictSame(hrefs(configAt('forgot')), [
    '/login/forgot?redirect=%2Freports&amp;lang=en',
    '/login/forgot?redirect=%2Freports&amp;lang=ar'
  ])
  t.strictSame(hrefs({ ...configAt('forgot'), query: '' }), [
    '/login/forgot?lang=en',
    '/login/forgot?lang=ar'
  ])
  const action = renderPage(configAt('action'))
  t.match(
    action,
    '<details class="languages unseen">',
    'an email link works once: a language link must not lose it'
  )
  t.match(renderPage(configAt('forgot')), '<details class="languages">')
  t.strictSame(hrefs(sampleConfig({ locales: [{ id: 'en', name: 'English' }] })), [], 'nothing to choose')
})

t.test('render: at the second step, language links and the way back to sign-in keep its path', async (t) => {
  const config = configAt('second-step')
  t.match(renderPage(config), 'href="/login/second-step?redirect=%2Freports&amp;lang=ar"')
  const back = (address: Address) =>
    renderPage({ ...config, address, preview: 'sent-reset' }).match(/href="([^"]*)">Back to sign‑in/)?.[1]
  t.equal(back('second-step'), '/login/second-step?redirect=%2Freports')
  t.equal(back('forgot'), '/login?redirect=%2Freports')
})

t.test('render: the problem of an application that redirects back offers to continue first', async (t) => {
  const links = (code: string) => {
    const html = renderPage({ ...configAt('problem'), problem: { code, reference: null } })
    const [main = ''] = html.match(/<main.*<\/main>/s) ?? []
    return tagsOf(main, 'a').map(
      (link) => `${link.get('href')} ${link.get('class') ?? link.get('className')}`
    )
  }
  const [support, ...others] = links('loop')
  t.equal(support, 'https://help.example/ undefined')
  t.strictSame(others, ['/reports button', '/login?redirect=%2Freports button plain', ' button plain'])
  const found = links('INTERNAL_ERROR')
  t.strictSame(found, ['/login?redirect=%2Freports button', ' button plain'], 'the last one reloads the page')
})

t.test('render: a link that could not be checked offers to try again', async (t) => {
  t.match(renderPage(preview('action-checking-failed')), />Try again</)
  t.notMatch(renderPage(preview('action-checking')), />Try again</)
})

t.test('render: an email sent again is announced in the status node', async (t) => {
  const notice = /role="status"><p class(?:Name)?="notice">Sent again\. Look for the newest email\.</
  t.match(renderPage(preview('sent-again')), notice)
  t.notMatch(renderPage(preview('sent-reset')), 'Sent again')
})

t.test('render: a wrong password offers a new password once', async (t) => {
  const alert = (name: string) => renderPage(preview(name)).match(/role="alert"><svg.*?<\/form>/s)?.[0]
  t.equal(alert('sign-in-wrong-password')?.split('href="/login/forgot?redirect').length, 2)
  t.notMatch(alert('sign-in'), '/login/forgot')
})

t.test('render: languages have a lang attribute and their native name', async (t) => {
  t.match(renderPage(sampleConfig()), /<a [^>]*lang="ar"[^>]*>العربية<\/a>/)
})

t.test('render: a provider name that looks like markup stays text (ASVS 3.2.2)', async (t) => {
  const provider = { id: 'saml.x', name: '<img src=x>', iconSrc: null, scopes: [], params: {} }
  const html = renderPage(sampleConfig({ providers: [provider] }))
  t.notMatch(html, /<img src=x>/)
  t.match(html, /Continue with &lt;img src=x&gt;/)
})

t.test('render: methods that are switched off are not offered', async (t) => {
  const html = renderPage(sampleConfig({ methods: onlyMethods() }))
  t.notMatch(html, /<input|\/login\/(?:forgot|link|sign-up)/)
  t.match(html, /Continue with Google/)
  const on = renderPage(sampleConfig())
  for (const path of ['forgot', 'link', 'sign-up']) t.match(on, `href="/login/${path}?redirect=%2Freports"`)
})

t.test('render: the brand is the logo with the name, or the name beside its first letter', async (t) => {
  const logo = { src: '/brand/logo.svg', darkSrc: '/brand/dark.svg' }
  const html = renderPage(sampleConfig({ brand: { name: 'Acme', logo } }))
  t.match(html, '<source srcSet="/brand/dark.svg" media="(prefers-color-scheme: dark)"/>')
  t.match(html, '<img src="/brand/logo.svg" alt="Acme"/>')
  t.notMatch(html, 'monogram')
  const found = renderPage(sampleConfig())
  t.match(found, /<div class="brand"><span class="monogram"[^>]*>A<\/span><\/div>/, 'the heading has it')
  t.match(
    renderPage(sampleConfig({ address: 'forgot' })),
    /<div class="brand"><span class="monogram"[^>]*>A<\/span><bdi>Acme<\/bdi><\/div>/
  )
})

t.test('render: the destination is named only before sign-in', async (t) => {
  const destination = 'Reports'
  t.match(renderPage(sampleConfig({ destination })), 'to continue to <bdi>Reports</bdi>')
  t.notMatch(renderPage({ ...configAt('forgot'), destination }), 'Reports</bdi>')
})

t.test('render: after a sign-out the notice has a check, an expired session has none', async (t) => {
  const noticeOf = (reason: PageConfig['reason']) => {
    const html = renderPage(sampleConfig({ reason }))
    return /<p class="notice">(.*?)<\/p>/s.exec(html)?.[1] ?? ''
  }
  t.match(noticeOf('signed-out'), /^<svg [\s\S]*signed out\.$/)
  t.match(noticeOf('expired'), /^Your session has ended/)
})

t.test('render: each rule of a new password says whether it is met', async (t) => {
  const rules = /<ul class="rules".*?<\/ul>/s.exec(renderPage(configAt('sign-up')))?.[0] ?? ''
  t.match(rules, '<span class="visually-hidden">Missing:')
})

t.test('render: a busy page keeps the focus and hides a shown password (ASVS 6.2.6)', async (t) => {
  const html = renderPage(preview('sign-in-submitting'))
  t.notMatch(html, / disabled/)
  t.match(html, /<button type="submit"[^>]*aria-disabled="true"/)
  for (const input of tagsOf(html, 'input')) t.ok(input.has('readOnly') || input.has('readonly'))
  t.match(renderPage(preview('sign-in')), /<button type="submit"[^>]*aria-disabled="false"/)
})

t.test('render: a wrong password marks both fields and blames neither', async (t) => {
  const invalid = (name: string) =>
    tagsOf(renderPage(preview(name)), 'input').map((input) => [input.get('id'), input.get('aria-invalid')])
  t.strictSame(invalid('sign-in-wrong-password'), [
    ['email', 'true'],
    ['password', 'true']
  ])
  t.strictSame(invalid('sign-in-password-missing'), [
    ['email', 'false'],
    ['password', 'true']
  ])
  t.strictSame(invalid('sign-in'), [
    ['email', 'false'],
    ['password', 'false']
  ])
})

/** What password managers and phone keyboards rely on. Change it only on purpose. */
const fields: Readonly<Record<string, readonly string[]>> = {
  'sign-in': ['email email username next', 'password password current-password go'],
  'sign-up': ['name text name', 'email email username next', 'new-password password new-password go'],
  forgot: ['email email username send'],
  link: ['email email username send'],
  'other-method': ['email email username next', 'password password current-password go'],
  'second-factor-totp': ['code text one-time-code numeric done'],
  'second-factor-sms': [],
  'second-factor-sms-sent': ['code text one-time-code numeric done'],
  'enrol-code': ['code text one-time-code numeric done'],
  'action-reset-ready': ['email email username', 'new-password password new-password go'],
  'action-sign-in-ask-email': ['email email username next'],
  verify: []
}

for (const [name, expected] of Object.entries(fields)) {
  t.test(`render: fields of ${name} are those that password managers know (ASVS 6.2.7)`, async (t) => {
    const found = tagsOf(renderPage(preview(name)), 'input').map((input) => {
      t.equal(input.get('id'), input.get('name'))
      t.equal(input.get('dir'), input.get('name') === 'name' ? 'auto' : 'ltr')
      const autoComplete = input.get('autoComplete') ?? input.get('autocomplete')
      const inputMode = input.get('inputMode') ?? input.get('inputmode')
      const enter = input.get('enterKeyHint') ?? input.get('enterkeyhint')
      return [input.get('name'), input.get('type'), autoComplete, inputMode, enter].filter(Boolean).join(' ')
    })
    t.strictSame(found, expected)
  })
}

t.test('render: the address of a reset cannot be changed', async (t) => {
  const [email, password] = tagsOf(renderPage(preview('action-reset-ready')), 'input')
  t.ok(email!.has('readOnly') || email!.has('readonly'))
  t.equal(email!.get('value'), 'alex@example.com')
  t.notOk(password!.has('readOnly') || password!.has('readonly'))
})

t.test('stay signed in: only if offered, a labelled checkbox that is not ticked', async (t) => {
  for (const address of ['sign-in', 'sign-up'] as const) {
    t.match(
      renderPage({ ...configAt(address), remember: true }),
      /<label class="check" for="remember"><input type="checkbox" id="remember" name="remember"\/>[^<]+<\/label>/,
      address
    )
    t.notMatch(renderPage(configAt(address)), /checkbox/, address)
  }
  const html = renderPage({ ...configAt('sign-in'), remember: true, methods: onlyMethods() })
  t.equal(count(html, /type="checkbox"/g), 1, 'below the providers')
})

const stepUp: Partial<PageConfig> = {
  reason: 'step-up',
  account: { name: 'Ada', email: 'ada@example.com', provider: 'saml.acme' }
}

t.test('step-up: the address of a known account is fixed and its provider comes first', async (t) => {
  const [google] = sampleConfig().providers
  const providers = [google!, { ...google!, id: 'saml.acme', name: 'Acme SSO' }]
  const order = (config: Partial<PageConfig>) =>
    [...renderPage(sampleConfig({ providers, ...config })).matchAll(/Continue with (Google|Acme SSO)/g)].map(
      ([, name]) => name
    )
  t.same(order(stepUp), ['Acme SSO', 'Google'])
  t.same(order({ ...stepUp, reason: 'expired' }), ['Google', 'Acme SSO'])
  t.same(order({ reason: 'step-up' }), ['Google', 'Acme SSO'], 'signed out')

  const emailOf = (config: Partial<PageConfig>) =>
    tagsOf(renderPage(sampleConfig(config)), 'input').find((input) => input.get('id') === 'email')
  t.match(emailOf(stepUp), new Map([['value', 'ada@example.com']]))
  t.ok(emailOf(stepUp)?.has('readOnly') || emailOf(stepUp)?.has('readonly'))
  t.match(renderPage(sampleConfig(stepUp)), 'Use another account')
  const expired = emailOf({ ...stepUp, reason: 'expired' })
  t.notOk(expired?.has('readOnly') || expired?.has('readonly'))
  t.notMatch(renderPage(sampleConfig({ ...stepUp, reason: 'expired' })), 'Use another account')
})

t.test('step-up: the notice names what is required and what it opens', async (t) => {
  const page = (config: Partial<PageConfig>) => renderPage(sampleConfig({ ...stepUp, ...config }))
  t.match(page({ destination: 'Payments' }), 'To open Payments, sign in again.<')
  const factor = { secondFactor: true, mfa: { totp: 'off', sms: true, issuer: 'Acme' } } as const
  t.match(page({ ...factor, destination: 'Payments' }), 'sign in again with a second step.<')
  t.match(page({}), 'Sign in again to continue.<')
  t.match(page({ secondFactor: true }), 'sign in again with your second step')
})

t.test('step-up: an account without a second factor is promised its setup, if offered', async (t) => {
  const setUp = /If you don’t have one yet, you’ll set it up after signing in\.</
  const page = (totp: 'off' | 'optional' | 'required', config: Partial<PageConfig> = {}) =>
    renderPage(
      sampleConfig({ ...stepUp, secondFactor: true, mfa: { totp, sms: true, issuer: 'Acme' }, ...config })
    )
  for (const destination of [null, 'Payments']) {
    t.match(page('optional', { destination }), setUp)
    t.match(page('required', { destination }), setUp)
    t.notMatch(page('off', { destination }), setUp, 'no setup here')
    t.notMatch(page('optional', { destination, secondFactor: false }), setUp, 'any sign-in will do')
    t.notMatch(page('optional', { destination, reason: 'expired' }), setUp)
  }
})

for (const address of addresses) {
  const speaks = !['account', 'signed-out', 'problem'].includes(address)
  t.test(
    `without script: ${address}, ${speaks ? 'words and help, escaped' : 'nothing: the screen itself has something to say'}`,
    async (t) => {
      const links = { privacy: null, terms: null, help: null, contact: 'https://help.example/?a=1&b=2' }
      const html = renderPage({ ...configAt(address), links })
      const [, words = ''] = /<noscript>(.*)<\/noscript>/s.exec(html) ?? []
      t.equal(words.includes('<h1>Sign‑in needs JavaScript</h1>'), speaks)
      t.equal(words.includes('<a href="https://help.example/?a=1&amp;b=2">Contact</a>'), speaks)
    }
  )
}
