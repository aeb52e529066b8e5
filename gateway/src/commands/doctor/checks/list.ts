import type { Check } from '../check.ts'
import { configCheck, cookieCheck, keysCheck } from './configuration.ts'
import { issuersCheck } from './issuers.ts'
import { filesCheck, limitsCheck, versionCheck } from './machine.ts'
import { passkeysCheck } from './passkeys.ts'
import { domainCheck, mfaCheck, projectCheck, providersCheck, recaptchaCheck } from './project.ts'
import {
  apiKeyCheck,
  appCheckCheck,
  certificatesCheck,
  clockCheck,
  credentialsCheck,
  quotaCheck
} from './provider.ts'
import { dnsCheck, publicUrlCheck } from './public-url.ts'
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
