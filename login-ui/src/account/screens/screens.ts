import type { ComponentType } from 'react'
import type { Text } from '../../lib/i18n.ts'
import type { AccountPageName, OwnAccount } from '../contract.ts'

/** What a page of the account shows. */
export interface AccountScreen {
  /** Below the heading. */
  Body: ComponentType
  heading: (account: OwnAccount, text: Text) => string
}

/** Where the account page finds its screens. */
export interface AccountScreens {
  /** Gives a screen; null: not loaded yet, or there is none. */
  find(page: AccountPageName): AccountScreen | null
  /** Loads a screen. Rejects when its file cannot be fetched; may be tried again. */
  load(page: AccountPageName): Promise<void>
}

type Screens = Partial<Record<AccountPageName, AccountScreen>>

/** Gives a source with the screens that are present and the loaders of the others. */
export function buildAccountScreens(
  present: Screens,
  files: Partial<Record<AccountPageName, () => Promise<AccountScreen>>> = {}
): AccountScreens {
  const screens = { ...present }
  return {
    find: (page) => screens[page] ?? null,
    async load(page) {
      const file = files[page]
      if (screens[page] === undefined && file !== undefined) screens[page] = await file()
    }
  }
}
