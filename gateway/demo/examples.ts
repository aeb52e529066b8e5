import { stringify } from 'yaml'
import type { AccessRule } from '../src/config/schema/schema.ts'
import type { StandIn } from '../stand-in/stand-in.ts'
import { HARBOR_ID } from './organizations.ts'
import type { GuideCall, GuideExample } from './upstream/guide.ts'

/** A page of the demo that shows one thing the gateway does. */
export interface DemoExample {
  path: string
  title: string
  /** What to try, and what happens. */
  text: string
  /** Which rule of `access.rules` makes it so; null: none names the page, so `access.default` decides. */
  rule: AccessRule | null
  /** One of the few that are shown before the others. */
  isFirst?: boolean
}

/** Names of the applications. */
export const DEMO_APPLICATION = 'demo'
export const DEMO_WIKI = 'wiki'
export const DEMO_PORTAL = 'portal'

/** Pages of the demo application, in the order in which they are shown. Its rules are those named here. */
export const EXAMPLES: readonly DemoExample[] = [
  {
    path: '/reports/2026?quarter=3',
    title: 'A page for signed-in visitors',
    text: 'Signed out, you get the login page and then this very page. A call without a session gets 401 as JSON.',
    rule: null
  },
  {
    path: '/news',
    title: 'A public page',
    text: 'Opens without a session. The application does not learn who you are, signed in or not.',
    rule: { path: '/news', allow: 'public' }
  },
  {
    path: '/welcome',
    title: 'A page with or without a session',
    text: 'Signed in, the application learns who you are. Signed out, the page opens as well.',
    rule: { path: '/welcome', allow: 'optional' }
  },
  {
    path: '/staff/plans',
    title: 'A page under a condition',
    text: 'demo@example.com is in the group and has a verified address. Everybody else gets a page that offers another account.',
    rule: {
      path: '/staff/*',
      allow: { all: [{ claim: 'groups', oneOf: ['staff'] }, { emailVerified: true }] }
    }
  },
  {
    path: '/admin/accounts',
    title: 'A page for administrators',
    text: 'admin@example.com alone has the group, and two second factors to choose from.',
    rule: { path: '/admin/*', allow: { claim: 'groups', oneOf: ['admins'] } },
    isFirst: true
  },
  {
    path: '/payments/1',
    title: 'A page that asks for a second factor',
    text: 'Opens after a sign-in with a second factor in the last ten minutes. demo@example.com has none yet: the page that says so leads to setting one up, and back.',
    rule: { path: '/payments/*', allow: 'signed-in', require: { secondFactor: true, signedInWithin: 600 } },
    isFirst: true
  },
  {
    path: '/internal/metrics',
    title: 'A page that is denied',
    text: 'Answered with 403 for everybody. The application never sees the request.',
    rule: { path: '/internal/*', allow: 'deny' }
  }
]

/** Pages of the second application, at a host of its own. */
export const WIKI_EXAMPLES: readonly DemoExample[] = [
  {
    path: '/',
    title: 'Another application, at another host',
    text: 'One sign-in opens both: the session is handed over to the handbook and gets a cookie of its host. A sign-out at either ends both.',
    rule: null,
    isFirst: true
  },
  {
    path: '/handbook/first-day',
    title: 'A public page of the other application',
    text: 'Each application has rules of its own, in its entry of applications.',
    rule: { path: '/handbook/*', allow: 'public' }
  }
]

/** Pages of the third one, which is for organizations. */
export const PORTAL_EXAMPLES: readonly DemoExample[] = [
  {
    path: '/',
    title: 'An application for organizations',
    text: 'You choose an organization and sign in as one of its accounts. Each is a tenant: accounts of the other applications do not count here, nor these there.',
    rule: null
  },
  {
    path: '/shipments/today',
    title: 'A page for one organization',
    text: 'Opens for accounts of Harbor Logistics. priya@partner.example has an account there and another at Juniper Labs.',
    rule: { path: '/shipments/*', allow: { tenant: HARBOR_ID } }
  }
]

/** The account of a program that calls the demo application with a token of its own. */
export const MACHINE_UID = 'build-robot'
const MACHINE_PATH = '/api/report'
const MACHINE_RULE: AccessRule = { path: '/api/*', allow: { uid: MACHINE_UID } }

/** The rules of the demo application, in order. */
export const RULES: readonly AccessRule[] = [...rulesOf(EXAMPLES), MACHINE_RULE]

/** Those of the second and the third one. */
export const WIKI_RULES: readonly AccessRule[] = rulesOf(WIKI_EXAMPLES)
export const PORTAL_RULES: readonly AccessRule[] = rulesOf(PORTAL_EXAMPLES)

function rulesOf(examples: readonly DemoExample[]): AccessRule[] {
  return examples.flatMap(({ rule }) => rule ?? [])
}

/** Id tokens of the demo's project let programs in. */
export function listIssuers(projectId: string): { issuer: string; audiences: string[] }[] {
  return [{ issuer: `https://securetoken.google.com/${projectId}`, audiences: [projectId] }]
}

/** An example as pages show it; `origin`: of the host that it is at. */
export function showExample(
  { path, title, text, rule, isFirst = false }: DemoExample,
  origin: string
): GuideExample {
  return {
    url: `${origin}${path}`,
    title,
    text,
    rule: rule === null ? 'access.default: signed-in' : writeRule(rule),
    isFirst
  }
}

/** The call of a program as the start page shows it. */
export function showCall(origin: string, { issueIdToken }: Pick<StandIn, 'issueIdToken'>): GuideCall {
  const logged = {
    method: 'GET',
    path: MACHINE_PATH,
    application: DEMO_APPLICATION,
    route: 'proxy',
    outcome: 'unauthenticated',
    rule: RULES.length,
    status: 401
  }
  return {
    url: `${origin}${MACHINE_PATH}`,
    rule: writeRule(MACHINE_RULE),
    logged: JSON.stringify(logged),
    issueToken: () => issueIdToken(MACHINE_UID)
  }
}

function writeRule(rule: AccessRule): string {
  return stringify(rule, { collectionStyle: 'flow', lineWidth: 0 }).trim()
}
