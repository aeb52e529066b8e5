import type { Check } from '../check.ts'
import { configCheck, cookieCheck, keysCheck } from './configuration.ts'
import { credentialsCheck } from './credentials.ts'
import { filesCheck } from './files.ts'
import { issuersCheck } from './issuers.ts'
import { limitsCheck, versionCheck } from './machine.ts'
import { dnsCheck } from './names.ts'
import { passkeysCheck } from './passkeys.ts'
import { domainCheck, mfaCheck, projectCheck, providersCheck } from './project.ts'
import { apiKeyCheck, appCheckCheck, certificatesCheck, clockCheck, quotaCheck } from './provider.ts'
import { publicUrlCheck } from './public-url.ts'
import { recaptchaCheck } from './recaptcha.ts'
import { storeCheck } from './store.ts'
import { loopCheck, upstreamCheck } from './upstream.ts'

/** Every check, in the order of the report. */
export const CHECKS: readonly Check[] = [
  configCheck,
  filesCheck,
  keysCheck,
  cookieCheck,
  limitsCheck,
  versionCheck,
  storeCheck,
  dnsCheck,
  clockCheck,
  certificatesCheck,
  issuersCheck,
  apiKeyCheck,
  appCheckCheck,
  projectCheck,
  domainCheck,
  providersCheck,
  mfaCheck,
  passkeysCheck,
  recaptchaCheck,
  credentialsCheck,
  quotaCheck,
  upstreamCheck,
  loopCheck,
  publicUrlCheck
]
