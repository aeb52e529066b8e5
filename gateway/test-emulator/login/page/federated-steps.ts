import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { LoginCheck } from '../login-environment.ts'
import { press } from './page-steps.ts'

/** Providers of gateways with federated sign-in, one of each kind, and the labels of their buttons. */
export const PROVIDERS: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'github.com': 'GitHub',
  'saml.acme': 'Acme SAML',
  'oidc.acme': 'Acme OIDC'
}
export const AT_PROVIDER = '**/emulator/auth/handler*'
/** Console errors of Chromium when a check blocks the Google script or the helper. */
export const KEPT_AWAY = [/ERR_FAILED/, /ERR_BLOCKED/, /Framing /, /Content Security Policy/]

/** An email address without an account. */
export function newAddress(): string {
  return `federated-${randomUUID()}@example.com`
}

/** Presses a provider button, which opens its page in this tab. */
export async function goToProvider(page: Page, provider: string): Promise<void> {
  await press(page, 'sign-in.with', { provider })
  await page.waitForURL(AT_PROVIDER)
}

/** Presses a provider button, which opens its page in a new window. */
export async function openProvider(page: Page, provider: string): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await press(page, 'sign-in.with', { provider })
  return popup
}

/** The same check with the button of each provider. */
export const everyProvider = (way: string, run: (name: string) => LoginCheck[1]): LoginCheck[] =>
  Object.values(PROVIDERS).map((name) => [
    `a visitor signs in with ${name} ${way} and reaches the deep link`,
    run(name)
  ])
