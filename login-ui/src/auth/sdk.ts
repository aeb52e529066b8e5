import { FirebaseError, initializeApp } from 'firebase/app'
import {
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword
} from 'firebase/auth'
import type { PageConfig } from '../page-config.ts'
import type { Sdk } from './sign-in.ts'

/** Gives the SDK set up for the project; makes no request. To be called once per page. */
export function connect(config: PageConfig, languageCode: string): Sdk {
  const { apiKey, projectId, authDomain, tenantId, emulatorUrl } = config
  const app = initializeApp({ apiKey, projectId, ...(authDomain !== null && { authDomain }) })
  // No popup resolver: one given here loads Google's scripts and a frame before the visitor has done anything.
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  auth.tenantId = tenantId
  auth.languageCode = languageCode
  if (emulatorUrl !== null) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })

  return {
    async signInWithPassword({ email, password }) {
      try {
        const { user } = await signInWithEmailAndPassword(auth, email, password)
        return { kind: 'signed-in', idToken: await user.getIdToken(), refreshToken: user.refreshToken }
      } catch (err) {
        if (err instanceof FirebaseError) return { kind: 'refused', code: err.code }
        throw err
      }
    }
  }
}
