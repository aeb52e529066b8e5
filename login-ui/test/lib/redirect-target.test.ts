import fc from 'fast-check'
import t from 'tap'
import { addressAfterSignIn } from '../../src/lib/departure.ts'
import vectors from '../fixtures/redirect-vectors.json' with { type: 'json' }

const origin = 'https://app.example.com'
const PAGE = { origin, applicationOrigins: [] }

const kept = ['/', '/reports?a=%2F1&b=c', '/a%2Fb', '/?next=https://other.example', '/..%2f/x']
for (const target of kept) {
  t.test(`redirect: ${target} is opened byte for byte on our origin`, async (t) => {
    t.equal(addressAfterSignIn(target, '', PAGE), origin + target)
  })
}

const refused = [
  '',
  'reports',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\t//[',
  '/\t/[',
  '/a\r/b'
]
for (const target of refused) {
  t.test(`redirect: ${JSON.stringify(target)} becomes the home page`, async (t) => {
    t.equal(addressAfterSignIn(target, '', PAGE), `${origin}/`)
  })
}

t.test('redirect: allowed server vectors open unchanged, others stay on our origin', async (t) => {
  for (const target of vectors.itself) t.equal(addressAfterSignIn(target, '', PAGE), origin + target)
  for (const target of vectors.home)
    t.equal(new URL(addressAfterSignIn(target, '', PAGE)).origin, origin, encodeURIComponent(target))
})

t.test('redirect: dots before two slashes stay on our origin', async (t) => {
  t.equal(new URL(addressAfterSignIn('/..//evil.example', '', PAGE)).origin, origin)
})

t.test('redirect: browsers without URL.canParse, such as Safari 16, get the same addresses', async (t) => {
  t.intercept(URL, 'canParse', { value: undefined })
  t.equal(addressAfterSignIn('/reports?a=1', '', PAGE), `${origin}/reports?a=1`)
  t.equal(addressAfterSignIn('/\t/[', '', PAGE), `${origin}/`)
})

t.test('redirect: the fragment is carried over', async (t) => {
  t.equal(addressAfterSignIn('/app?x=1', '#/inbox/7', PAGE), `${origin}/app?x=1#/inbox/7`)
})

t.test('redirect: the fragment of a rejected target stays on the home page', async (t) => {
  t.equal(addressAfterSignIn('//evil.example', '#top', PAGE), `${origin}/#top`)
})

t.test('redirect: a URL of an application opens byte for byte, any other opens home', async (t) => {
  const origins = {
    origin,
    applicationOrigins: ['https://wiki.example.com', 'https://wiki.example.com:8443']
  }
  for (const path of ['/', '/a%2Fb?x=1&y=%2F..', '/pages/1?q=%C3%A9']) {
    const target = `https://wiki.example.com${path}`
    t.equal(addressAfterSignIn(target, '', origins), target)
    t.equal(addressAfterSignIn(target, '#here', origins), `${target}#here`)
    t.equal(addressAfterSignIn(target, '', PAGE), `${origin}/`, 'no applications')
  }
  const found = addressAfterSignIn('https://wiki.example.com:8443/x', '', origins)
  t.equal(found, 'https://wiki.example.com:8443/x')
  for (const target of [
    'https://wiki.example.com',
    'https://wiki.example.com@evil.example/',
    'https://wiki.example.com.evil.example/',
    'https://wiki.example.com//evil.example',
    'https://wiki.example.com/\\evil.example',
    'https://WIKI.example.com/',
    'http://wiki.example.com/',
    'https://wiki.example.com:444/',
    ' https://wiki.example.com/'
  ])
    t.equal(addressAfterSignIn(target, '', origins), `${origin}/`, target)
})

const PIECES = ['/', '//', 'a', 'https:', '%2F', '%5C', '%25', '?', '&u=//', '\\', '#', '|', '[x]', '\t']

t.test('redirect: any text stays on our origin, and what browsers send opens byte for byte', async () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }), (pieces) => {
      const target = `/${pieces.join('')}`
      const opened = addressAfterSignIn(target, '', PAGE)
      if (new URL(opened).origin !== origin) throw new Error(`${target} opens ${opened}`)
      if (/^\/[/\\]|\t/.test(target)) return
      const { pathname, search } = new URL(target, origin)
      const sent = `${pathname}${search}`
      if (addressAfterSignIn(sent, '', PAGE) !== `${origin}${sent}`) throw new Error(sent)
    }),
    { numRuns: 2000, seed: 3 }
  )
})
