import { type FirebaseApp, initializeApp } from '@firebase/app'
import type { PageConfig } from '../page-config.ts'

/** The page's only app; the same object when called again. */
export function openApp({ apiKey, projectId, authDomain, appCheck }: PageConfig['provider']): FirebaseApp {
  return initializeApp({ apiKey, projectId, authDomain, ...(appCheck !== null && { appId: appCheck.appId }) })
}
