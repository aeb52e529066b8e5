import { createLoginPreview } from '../../plugins/preview/preview-server.ts'
import { packagePath } from '../../src/config/package-files.ts'
import { startGateway, testConfig } from '../fixtures/gateway.ts'
import type { Teardown } from '../fixtures/provider/stand-in.ts'

/** A page to take a picture of. */
export interface ShownPage {
  url: string
  /** The `Cookie` header of the request; default: none. */
  cookie?: string
}

type Theme = Readonly<Record<string, unknown>>

const BRAND = {
  'login.brand.name': 'Acme',
  'login.links.help': 'https://acme.example/help',
  'login.links.privacy': 'https://acme.example/privacy',
  'login.links.terms': 'https://acme.example/terms'
}

/** States of the login page, by the names that `login-ui/src/previews.ts` gives them. */
export async function showStates(
  ending: Teardown,
  states: readonly string[],
  lang: string
): Promise<ShownPage[]> {
  const url = await startPreview(ending, BRAND)
  return states.map((state) => ({ url: `${url}/login?preview=${state}&lang=${lang}` }))
}

/** The sign-in screen with each of these values of `login.theme`. */
export async function showThemes(ending: Teardown, themes: readonly Theme[]): Promise<ShownPage[]> {
  const pages: ShownPage[] = []
  for (const theme of themes) {
    const url = await startPreview(ending, { ...BRAND, 'login.theme': theme })
    pages.push({ url: `${url}/login?preview=sign-in&lang=en` })
  }
  return pages
}

/** The same with a picture, which layout `split` has beside the form. */
export async function showPicture(ending: Teardown): Promise<ShownPage> {
  const url = await startPreview(ending, {
    ...BRAND,
    'login.brand.background': packagePath('gateway', 'demo', 'brand', 'background.svg'),
    'login.theme': { layout: 'split', accent: '#0b6e6e', accentDark: '#5cc8c2' }
  })
  return { url: `${url}/login?preview=sign-in&lang=en` }
}

async function startPreview(ending: Teardown, config: Record<string, unknown>): Promise<string> {
  const app = await createLoginPreview(testConfig(config))
  ending.teardown(() => app.close())
  return await app.listen({ host: '127.0.0.1', port: 0 })
}

/** Pages that the gateway answers with itself: 403, 404, 503 and the question before a sign-out. */
export async function showOwnPages(ending: Teardown): Promise<ShownPage[]> {
  const { url, provider, advance, signIn } = await startGateway(ending, {
    config: { ...BRAND, 'access.rules': [{ path: '/admin', allow: { claim: 'role', oneOf: ['admin'] } }] }
  })
  const account = { uid: 'alex', email: 'alex@example.com', displayName: 'Alex Example' }
  provider.accounts.create({ ...account, emailVerified: true })
  const earlier = await signIn(account.uid)
  advance(3600)
  const cookie = await signIn(account.uid)
  provider.faults.refresh = { kind: 'error', status: 503, message: 'The service is currently unavailable.' }
  return [
    { url: `${url}/admin`, cookie },
    { url: `${url}/login/nothing`, cookie },
    { url: `${url}/reports`, cookie: earlier },
    { url: `${url}/logout?ask=1`, cookie }
  ]
}
