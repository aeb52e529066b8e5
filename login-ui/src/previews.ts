import {
  accountApplicationPreviews,
  accountSessionPreviews,
  accountWayPreviews
} from './previews/account-lists.ts'
import { accountFormPreviews, accountPagePreviews } from './previews/account-page.ts'
import { accountPreviews, actionPreviews } from './previews/accounts.ts'
import {
  organizationPreviews,
  passkeyPreviews,
  phonePreviews,
  secondStepPreviews
} from './previews/other-ways.ts'
import type { Preview } from './previews/preview.ts'
import { signInPreviews } from './previews/sign-in.ts'

export type { Preview }

/** Every screen in every visually distinct state. */
export const previews: readonly Preview[] = [
  ...signInPreviews,
  ...phonePreviews,
  ...passkeyPreviews,
  ...organizationPreviews,
  ...secondStepPreviews,
  ...accountPreviews,
  ...accountPagePreviews,
  ...accountFormPreviews,
  ...accountWayPreviews,
  ...accountSessionPreviews,
  ...accountApplicationPreviews,
  ...actionPreviews
]

/** Null: no preview of that name. */
export function findPreview(name: string): Preview | null {
  return previews.find((preview) => preview.name === name) ?? null
}
