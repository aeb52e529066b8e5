import { forgetAskedLink } from '../lib/asked-link.ts'
import { forgetLastUsedOn, readLastUsed, writeLastUsed } from '../lib/last-used-way.ts'
import type { PageConfig } from '../page-config.ts'
import type { FlowContext } from './context/flow-context.ts'

/** Marks the last used method on this device, if the page offers it beside others. */
export function recallLastUsed({ browser, config, store }: FlowContext): void {
  const { deviceStorage } = browser
  const hasSignedOut = config.address === 'signed-out' || config.reason === 'signed-out'
  if (!config.lastUsed || hasSignedOut || config.reason === 'revoked') forgetAskedLink(deviceStorage)
  // Signed out everywhere, so forget it on this device too.
  if (!config.lastUsed || config.reason === 'revoked') {
    forgetLastUsedOn(deviceStorage)
    return
  }
  const ways = waysOf(config)
  const known = readLastUsed(deviceStorage)
  const lastUsed = ways.length > 1 ? (ways.find((way) => way === known) ?? null) : null
  store.dispatch({ type: 'recalled', lastUsed })
}

/** Stores the method that has just opened a session: its id, nothing about the account. */
export function noteLastUsed({ browser, config, memory, store }: FlowContext): void {
  const { way } = memory
  const isWanted = config.lastUsed && (!config.remember || store.state().remember)
  writeLastUsed(browser.deviceStorage, isWanted ? way : null)
}

/** Forgets the method and removes the mark. */
export function forgetLastUsed({ browser, store }: FlowContext): void {
  forgetLastUsedOn(browser.deviceStorage)
  forgetAskedLink(browser.deviceStorage)
  store.dispatch({ type: 'recalled', lastUsed: null })
}

/** The methods of the sign-in screen, except the form, which is never marked. */
function waysOf({ providers, methods }: PageConfig): readonly string[] {
  const { password, emailLink, phone, passkey } = methods
  return [
    ...providers.map(({ id }) => id),
    ...(emailLink ? ['link'] : []),
    ...(phone ? ['phone'] : []),
    ...(passkey === 'off' ? [] : ['passkey']),
    ...(password ? ['password'] : [])
  ]
}
