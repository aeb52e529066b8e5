import { type Json, jsonResponse, type ProviderCall, type ProviderResponse } from './provider-call.ts'

/** Settings of a new project, which the emulator lacks: passwords of six characters, no reCAPTCHA. */
const SETTINGS: Readonly<Record<string, Json>> = {
  '/v2/passwordPolicy': {
    customStrengthOptions: { minPasswordLength: 6, maxPasswordLength: 4096 },
    allowedNonAlphanumericCharacters: [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~'],
    enforcementState: 'OFF',
    forceUpgradeOnSignin: false,
    schemaVersion: 1
  },
  '/v2/recaptchaConfig': {
    recaptchaEnforcementState: [
      { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' },
      { provider: 'PHONE_PROVIDER', enforcementState: 'OFF' }
    ]
  }
}

/** Settings of the project. Null if it is another call. */
export function answerSettings(call: ProviderCall): ProviderResponse | null {
  const name = Object.keys(SETTINGS).find((ending) => call.path.endsWith(ending))
  return call.method === 'GET' && name !== undefined ? jsonResponse(call, 200, { ...SETTINGS[name] }) : null
}
