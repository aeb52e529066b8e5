import type { NewAccount } from '../stand-in/accounts/account.ts'

/** The organizations that visitors of the portal choose from: tenants of the project. */
export const ORGANIZATIONS = [
  { id: 'harbor-4k2m1', name: 'Harbor Logistics' },
  { id: 'juniper-8c3t7', name: 'Juniper Labs' },
  { id: 'oakfield-2w9d5', name: 'Oakfield Schools' }
] as const

const [HARBOR, JUNIPER, OAKFIELD] = ORGANIZATIONS

/** The organization that has a page of the portal to itself. */
export const HARBOR_ID = HARBOR.id

/** Their accounts. Priya has one in two of them: the two know nothing of each other. */
export const ORGANIZATION_ACCOUNTS: readonly NewAccount[] = [
  accountOf(HARBOR.id, 'hugo', 'hugo@harbor.example', 'Hugo Harbor'),
  accountOf(HARBOR.id, 'priya', 'priya@partner.example', 'Priya Partner'),
  accountOf(JUNIPER.id, 'june', 'june@juniper.example', 'June Juniper'),
  accountOf(JUNIPER.id, 'priya', 'priya@partner.example', 'Priya Partner'),
  accountOf(OAKFIELD.id, 'olga', 'olga@oakfield.example', 'Olga Oakfield')
]

function accountOf(tenantId: string, uid: string, email: string, displayName: string): NewAccount {
  return { tenantId, uid, email, displayName, emailVerified: true }
}
