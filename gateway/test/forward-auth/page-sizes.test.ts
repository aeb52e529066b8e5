import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { packagePath } from '../../src/config/package-files.ts'
import { AUTH, startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'
import { PAGE } from '../fixtures/gateway.ts'

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"/>'
const LINK = 'https://example.com/'.padEnd(500, 'x')
const RULES = [
  { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } },
  { path: '/vault/*', allow: 'signed-in', require: { secondFactor: true } }
]
const LANGUAGES = readdirSync(packagePath('login-ui', 'locales')).map((name) => name.replace('.json', ''))
/** All but the first become longer in HTML or inside another URL. */
const CHARACTERS = ['a', '"', '&', "'"]
/** Around the lengths above which a page no longer includes the URL. */
const PATH_CHARS = [333, 1000, 1001, 4000, 4096, 4097, 8192]

const { http } = parse(readFileSync(packagePath('deploy/forward-auth/traefik/gatehouse.yml'), 'utf8'))
const limitBytes: number = http.middlewares['gatehouse-auth'].forwardAuth.maxResponseBodySize

t.test('Traefik: maxResponseBodySize is the smallest power of two that fits every page', async (t) => {
  const folder = t.testdir({ 'logo.svg': LOGO, 'dark.svg': `${LOGO}\n`, 'own.css': 'a { color: red }' })
  const gateway = await startAskedGateway(t, {
    config: {
      'login.brand': {
        name: '&'.repeat(80),
        logo: join(folder, 'logo.svg'),
        logoDark: join(folder, 'dark.svg')
      },
      'login.theme': { accent: '#a00000', cssFile: join(folder, 'own.css') },
      'login.links': { privacy: LINK, terms: LINK, help: LINK, contact: LINK },
      'login.mfa.totp': 'optional',
      'access.rules': RULES
    }
  })
  const cookie = await gateway.enter()
  const largest = new Map<string, number>()
  async function measure(area: string): Promise<void> {
    for (const origin of [AUTH, WIKI])
      for (const path of CHARACTERS.flatMap((one) => PATH_CHARS.map((chars) => area.padEnd(chars, one))))
        for (const language of path.length > 1000 ? ['en', 'ar'] : LANGUAGES) {
          const headers = { ...PAGE, cookie, 'accept-language': language }
          const response = await gateway.ask({ url: `${origin}${path}`, headers })
          const { byteLength } = await response.arrayBuffer()
          const page = `${response.status} ${area}`
          largest.set(page, Math.max(largest.get(page) ?? 0, byteLength))
        }
  }

  await measure('/admin/')
  await measure('/vault/')
  gateway.advance(3700)
  gateway.provider.faults.refresh = { kind: 'reset' }
  await measure('/')
  t.same([...largest.keys()], ['403 /admin/', '403 /vault/', '503 /'])
  for (const [page, bytes] of largest) t.ok(bytes <= limitBytes, `${page}: ${bytes} bytes`)
  t.ok(Math.max(...largest.values()) > limitBytes / 2, 'half of it would be too small')
})
