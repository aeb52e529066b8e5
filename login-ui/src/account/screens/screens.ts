import type { ComponentType, ReactNode } from 'react'
import type { Text } from '../../lib/i18n.ts'
import type { AccountPageName, OwnAccount } from '../contract.ts'

export interface AccountScreen {
  /** Below the heading. */
  Body: ComponentType
  /** Around the heading; default: a link to the overview above it. */
  Head?: ComponentType<{ heading: ReactNode }>
  heading: (account: OwnAccount, text: Text) => string
}

export interface AccountScreens {
  /** Null: not loaded yet, or none. */
  find(page: AccountPageName): AccountScreen | null
  /** Rejects if the file cannot be fetched; may be retried. */
  load(page: AccountPageName): Promise<void>
}

type Screens = Partial<Record<AccountPageName, AccountScreen>>

/** A source with the given screens and the files of the others. */
export function buildAccountScreens(
  present: Screens,
  files: Partial<Record<AccountPageName, () => Promise<Screens>>> = {}
): AccountScreens {
  const screens = { ...present }
  return {
    find: (page) => screens[page] ?? null,
    async load(page) {
      const file = files[page]
      if (screens[page] === undefined && file !== undefined) Object.assign(screens, await file())
    }
  }
}
