import type { Page } from 'playwright-core'

/** On the provider page of the emulator, creates a new account and signs in with it. */
export async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.locator('.js-new-account button').click()
  await page.locator('#email-input').fill(email)
  await page.locator('#sign-in').click()
}

/** On the provider page of the emulator, signs in with an existing account. */
export async function signInAgainAtProvider(page: Page, email: string): Promise<void> {
  await page.locator('.js-reuse-account', { hasText: email }).click()
}
