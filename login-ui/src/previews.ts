import { accountApplicationPreviews } from './previews/account-applications.ts'
import { accountFormPreviews } from './previews/account-forms.ts'
import { accountPagePreviews } from './previews/account-page.ts'
import { accountSessionPreviews } from './previews/account-sessions.ts'
import { accountWayPreviews } from './previews/account-ways.ts'
import { accountPreviews } from './previews/accounts.ts'
import { actionPreviews } from './previews/actions.ts'
import { organizationPreviews } from './previews/organizations.ts'
import { passkeyPreviews } from './previews/passkeys.ts'
import { phonePreviews } from './previews/phone.ts'
import type { Preview } from './previews/preview.ts'
import { secondStepPreviews } from './previews/second-step.ts'
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
