import type { NewAccount } from '../stand-in/accounts/account.ts'
import { MACHINE_UID } from './examples.ts'

/** The account that the demo prints. */
export const DEMO_USER = {
  email: 'demo@example.com',
  password: 'gatehouse-demo',
  displayName: 'Ada Demo'
} as const

const ENROLLED_AT_SECONDS = 1_700_000_000
const APP = { totpSecret: 'GEZDGNBVGY3TQOJQ', enrolledAtSeconds: ENROLLED_AT_SECONDS }
const PHONE = { displayName: 'Phone', phoneNumber: '+15555550123', enrolledAtSeconds: ENROLLED_AT_SECONDS }

/** One account for each way that a sign-in can end; all but the program's have the password of `DEMO_USER`. */
export const DEMO_ACCOUNTS: readonly NewAccount[] = [
  {
    uid: 'demo-user',
    email: DEMO_USER.email,
    displayName: DEMO_USER.displayName,
    emailVerified: true,
    customClaims: { groups: ['staff', 'demo'] }
  },
  {
    uid: 'admin-user',
    email: 'admin@example.com',
    displayName: 'Ines Administrator',
    emailVerified: true,
    customClaims: { groups: ['staff', 'admins'] },
    secondFactors: [
      { ...APP, id: 'admin-totp', totpSecret: 'JBSWY3DPEHPK3PXP' },
      { ...PHONE, id: 'admin-sms', phoneNumber: '+15555550199' }
    ]
  },
  {
    uid: 'totp-user',
    email: 'totp@example.com',
    displayName: 'Tove Second-Step',
    emailVerified: true,
    secondFactors: [{ ...APP, id: 'demo-totp' }]
  },
  {
    uid: 'sms-user',
    email: 'sms@example.com',
    displayName: 'Sam Text-Message',
    emailVerified: true,
    secondFactors: [{ ...PHONE, id: 'demo-sms' }]
  },
  { uid: 'new-user', email: 'new@example.com', displayName: 'Nils Unverified' },
  {
    uid: 'disabled-user',
    email: 'disabled@example.com',
    displayName: 'Dora Disabled',
    emailVerified: true,
    disabled: true
  },
  { uid: MACHINE_UID, displayName: 'Build robot' }
]
