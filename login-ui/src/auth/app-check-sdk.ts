import { initializeApp } from '@firebase/app'
import {
  type AppCheck,
  type AppCheckToken,
  CustomProvider,
  getToken,
  initializeAppCheck,
  ReCaptchaEnterpriseProvider
} from '@firebase/app-check'
import type { PageConfig } from '../page-config.ts'
// Not from its own file, which the build would make two of: this one comes with the SDK.
import { openApp } from './sdk.ts'

type Provider = PageConfig['provider']

const scriptUrl = 'https://www.google.com/recaptcha/enterprise.js'
/** Limit for Google's script and App Check together, in milliseconds. The SDK has none. */
const timeoutMs = 15_000
/** How long the page's app keeps a token; the other app keeps it until its end. */
const keptMs = 60_000

/**
 * Sets up App Check for the page's SDK, whose calls then carry a token. Loads nothing from other sites. Returns the same object
 * when called again.
 */
export function startAppCheck(provider: Provider): AppCheck {
  const debugToken = provider.appCheck?.debugToken ?? null
  // The SDK's own switch. https://firebase.google.com/docs/app-check/web/debug-provider
  if (debugToken !== null) Object.assign(globalThis, { FIREBASE_APPCHECK_DEBUG_TOKEN: debugToken })
  return initializeAppCheck(openApp(provider), {
    provider: new CustomProvider({ getToken: () => askGoogle(provider) }),
    isTokenAutoRefreshEnabled: false
  })
}

/** A token for a call without the SDK. Rejects if there is none. */
export async function attest(provider: Provider): Promise<string> {
  const { token } = await getToken(startAppCheck(provider))
  return token
}

/**
 * A token by reCAPTCHA, with an app of its own: setting up its provider loads Google's script, which must wait for the visitor, and
 * a blocked script would leave all calls of the page's app waiting.
 */
async function askGoogle(provider: Provider): Promise<AppCheckToken> {
  const app = initializeApp(openApp(provider).options, 'attestation')
  const within = new Promise<never>((_, reject) => setTimeout(reject, timeoutMs, new Error('timeout')))
  const asked = loadScript().then(() => {
    const attesting = new ReCaptchaEnterpriseProvider(provider.appCheck?.siteKey ?? '')
    return getToken(initializeAppCheck(app, { provider: attesting, isTokenAutoRefreshEnabled: false }))
  })
  const { token } = await Promise.race([asked, within])
  return { token, expireTimeMillis: Date.now() + keptMs }
}

/** The SDK would load it too, without noticing a failure. */
function loadScript(): Promise<unknown> {
  if (Object(Object(globalThis).grecaptcha).enterprise) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.onload = resolve
    script.onerror = () => {
      script.remove()
      reject(new Error('blocked'))
    }
    document.head.append(script)
  })
}
