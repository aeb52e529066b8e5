import t from 'tap'
import { addressAfterSignIn } from '../../src/lib/redirect-target.ts'
import vectors from '../fixtures/redirect-vectors.json' with { type: 'json' }

const origin = 'https://app.example.com'

const kept = ['/', '/reports?a=%2F1&b=c', '/a%2Fb', '/?next=https://other.example', '/..%2f/x']
for (const target of kept) {
  t.test(`redirect: ${target}, is opened byte for byte on our origin`, async (t) => {
    t.equal(addressAfterSignIn(target, origin, ''), origin + target)
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
  '/\t//['
]
for (const target of refused) {
  t.test(`redirect: ${JSON.stringify(target)}, becomes the home page`, async (t) => {
    t.equal(addressAfterSignIn(target, origin, ''), `${origin}/`)
  })
}

t.test(
  'redirect: the vectors of the server, what it lets through is opened, and nothing leaves our origin',
  async (t) => {
    for (const target of vectors.itself) t.equal(addressAfterSignIn(target, origin, ''), origin + target)
    for (const target of vectors.home)
      t.equal(new URL(addressAfterSignIn(target, origin, '')).origin, origin, encodeURIComponent(target))
  }
)

t.test('redirect: dots before two slashes, stay on our origin', async (t) => {
  t.equal(new URL(addressAfterSignIn('/..//evil.example', origin, '')).origin, origin)
})

t.test('redirect: fragment, is carried over', async (t) => {
  t.equal(addressAfterSignIn('/app?x=1', origin, '#/inbox/7'), `${origin}/app?x=1#/inbox/7`)
})

t.test('redirect: fragment with a refused target, stays on the home page', async (t) => {
  t.equal(addressAfterSignIn('//evil.example', origin, '#top'), `${origin}/#top`)
})
