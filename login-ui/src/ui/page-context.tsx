import { type ComponentType, createContext, use } from 'react'
import type { PasswordRule } from '../auth/password-rules.ts'
import type { Act } from '../flows/actions.ts'
import type { Text } from '../lib/i18n.ts'
import type { Address, PageConfig, Provider } from '../page-config.ts'

/** Parts of the first screens that a page with email and password alone does without: a file of their own. */
export interface Extras {
  LinkForm: ComponentType<{ submit: string }>
  ProviderButtons: ComponentType<{ of: readonly Provider[] }>
  Remember: ComponentType
  Terms: ComponentType
  WaysAbove: ComponentType
  WaysBelow: ComponentType
}

/** What every component of the page may use. */
export interface PageTools {
  config: PageConfig
  text: Text
  act: Act
  /** What the page is doing, as text; null: it waits for the visitor. */
  busyText: string | null
  /** Name of the button that shows it: the one pressed last, `''` for none; null: the main one of the screen. */
  working: string | null
  press(name: string): void
  /** What the provider asks of the new password that is typed; null: not known yet. */
  passwordRules: readonly PasswordRule[] | null
  /** The email address to begin a form with. */
  email: string
  /** Keeps what was typed, for the next screen's form. */
  keepEmail(email: string): void
  /** Shall the browser keep the session when it is closed? */
  remember: boolean
  /** Keeps the choice, for every way to sign in. */
  chooseToRemember(remember: boolean): void
  /** The way that was used last on this device: id of a provider, `link` or `phone`. Null: none is to be marked. */
  lastUsed: string | null
  /** May the visitor sign in with a passkey? Undefined: not known yet. */
  passkeys: boolean | undefined
  /** Null: not loaded. */
  extras: Extras | null
  /** Is the address that of whoever is asked to sign in once more? */
  isKnown: boolean
  /** Makes screen readers say `words` once, also when they have just been said; null: nothing. The words must also be visible. */
  announce(words: string | null): void
  /** Loads what the screen at `address` needs, before it is asked for. */
  prepare(address: Address): void
}

/** Holds the tools; only `App` provides them. */
export const PageContext = createContext<PageTools | null>(null)

/** Gives the page's tools. Throws outside of the page. */
export function usePage(): PageTools {
  const tools = use(PageContext)
  if (tools === null) throw new Error('used outside of the page')
  return tools
}
