import type { Page } from 'playwright-core'

/** The emulator's page of a federated provider: makes a new account there and signs in with it. */
export async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.locator('.js-new-account button').click()
  await page.locator('#email-input').fill(email)
  await page.locator('#sign-in').click()
}

/** The emulator's page of a federated provider: signs in with an account that has been there before. */
export async function signInAgainAtProvider(page: Page, email: string): Promise<void> {
  await page.locator('.js-reuse-account', { hasText: email }).click()
}
