import { accountListPreviews } from './previews/account-lists.ts'
import { accountPagePreviews } from './previews/account-page.ts'
import { loginPreviews } from './previews/login-page.ts'
import type { Preview } from './previews/preview.ts'

export type { Preview }

/** Every screen in every visually distinct state. */
export const previews: readonly Preview[] = [...loginPreviews, ...accountPagePreviews, ...accountListPreviews]

/** Null: no preview of that name. */
export function findPreview(name: string): Preview | null {
  return previews.find((preview) => preview.name === name) ?? null
}
