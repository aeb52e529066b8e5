import { isEmail } from '../lib/email.ts'
import { forgetLastUsedOn, readLastUsed, writeLastUsed } from '../lib/last-used-way.ts'
import type { TabStorage } from '../lib/tab-storage.ts'
import type { PageConfig } from '../page-config.ts'
import type { FlowContext } from './context/flow-context.ts'

/** Marks the last used method on this device, if the page offers it beside others. */
export function recallLastUsed({ browser, config, store }: FlowContext): void {
  const { deviceStorage } = browser
  const hasSignedOut = config.address === 'signed-out' || config.reason === 'signed-out'
  if (!config.lastUsed || hasSignedOut || config.reason === 'revoked') forgetAskedLink(deviceStorage)
  // Signed out everywhere, so forget it on this device too.
  if (!config.lastUsed || config.reason === 'revoked') return void forgetLastUsedOn(deviceStorage)
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

const ASKED_LINK = 'gatehouse:asked-link'
/** Links of the provider are valid for some hours; most are opened within minutes. */
const lifeMs = 3_600_000

/** Who asked for a sign-in link on this device, and the choice in the form. */
export interface AskedLink {
  address: string
  remember: boolean
}

/** Keeps it for an hour: phones discard the waiting tab while the mail is read. `nowMs`: of the device's clock. */
export function keepAskedLink(device: TabStorage, { address, remember }: AskedLink, nowMs: number): void {
  device.write(ASKED_LINK, { address, remember, until: nowMs + lifeMs })
}

/** Null: none within an hour. Any script of this origin can write it, so it only fills in the address. */
export function readAskedLink(device: TabStorage, nowMs: number): AskedLink | null {
  const { address, remember, until }: Record<string, unknown> = Object(device.read(ASKED_LINK))
  const isFresh = typeof until === 'number' && until > nowMs && until <= nowMs + lifeMs
  if (isFresh && typeof address === 'string' && isEmail(address))
    return { address, remember: remember === true }
  device.remove(ASKED_LINK)
  return null
}

export function forgetAskedLink(device: TabStorage): void {
  device.remove(ASKED_LINK)
}
