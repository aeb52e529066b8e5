import { type ComponentType, createContext, use } from 'react'
import type { PasswordRule } from '../auth/password-policy.ts'
import type { Act } from '../flows/actions.ts'
import type { Text } from '../lib/i18n.ts'
import type { Screen } from '../machine.ts'
import type { Address, PageConfig, Provider } from '../page-config.ts'

/** Parts of the first screens, not needed with email and password alone, in a file of their own. */
export interface Extras {
  LinkForm: ComponentType<{ submit: string }>
  ProviderButtons: ComponentType<{ of: readonly Provider[] }>
  Remember: ComponentType
  Terms: ComponentType<{ at: Screen }>
  WaysAbove: ComponentType
  WaysBelow: ComponentType
}

/** Tools of all page components. */
export interface PageTools {
  config: PageConfig
  text: Text
  act: Act
  /** What the page is doing, as text; null: idle. */
  busyText: string | null
  /** Name of the button that shows it: the last one pressed, `''` for none; null: the screen's main button. */
  working: string | null
  press(name: string): void
  /** Rules for the new password being typed; null: unknown yet. */
  passwordRules: readonly PasswordRule[] | null
  /** Initial email address of forms. */
  email: string
  /** Keeps typed text for the next screen's form. */
  keepEmail(email: string): void
  /** Whether to keep the session when the browser closes. */
  remember: boolean
  /** Stores the choice, for all sign-in methods. */
  chooseToRemember(remember: boolean): void
  /** The last used method on this device: a provider id, `link` or `phone`. Null: none to mark. */
  lastUsed: string | null
  /** Whether passkeys are available. Undefined: unknown yet. */
  passkeys: boolean | undefined
  /** Null: not loaded. */
  extras: Extras | null
  /** Whether the address is that of the account to sign in again. */
  isKnown: boolean
  /** What the form for a password asks for. */
  step: 'both' | 'address' | 'password'
  /** Makes screen readers say `words` once, even if just said; null: nothing. The words must also be visible. */
  announce(words: string | null): void
  /** Prefetches the screen at `address`. */
  prepare(address: Address): void
}

/** Only `App` provides it. */
export const PageContext = createContext<PageTools | null>(null)

/** Throws outside of the page. */
export function usePage(): PageTools {
  const tools = use(PageContext)
  if (tools === null) throw new Error('no page')
  return tools
}
