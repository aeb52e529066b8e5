import { stringify } from 'yaml'
import type { AccessRule } from '../src/config/schema/schema.ts'

/** A page of the demo that shows one thing the gateway does. */
export interface DemoExample {
  path: string
  title: string
  /** What to try, and what happens. */
  text: string
  /** Which rule of `access.rules` makes it so; null: none names the page, so `access.default` decides. */
  rule: AccessRule | null
}

/** Pages of the demo application, in the order in which they are shown. Its rules are those named here. */
export const EXAMPLES: readonly DemoExample[] = [
  {
    path: '/reports/2026?quarter=3',
    title: 'A page for whoever is signed in',
    text: 'Signed out, you get the login page and then this very page. A call without a session gets 401 as JSON.',
    rule: null
  },
  {
    path: '/news',
    title: 'A public page',
    text: 'Opens without a session. The application is not told who you are, signed in or not.',
    rule: { path: '/news', allow: 'public' }
  },
  {
    path: '/welcome',
    title: 'A page that is glad to know you',
    text: 'Signed in, the application is told who you are. Signed out, the page opens all the same.',
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
    path: '/payments/1',
    title: 'A page that asks for more',
    text: 'Opens after a sign-in with a second factor in the last ten minutes. Whoever has less is asked for just that and comes back.',
    rule: { path: '/payments/*', allow: 'signed-in', require: { secondFactor: true, signedInWithin: 600 } }
  },
  {
    path: '/internal/metrics',
    title: 'A page for nobody',
    text: 'Answered with 403 for everybody. The application never sees the request.',
    rule: { path: '/internal/*', allow: 'deny' }
  }
]

/** The rules of some examples, for the configuration. */
export function listRules(examples: readonly DemoExample[]): AccessRule[] {
  return examples.flatMap(({ rule }) => rule ?? [])
}

/** An example as pages show it; `origin`: of the host that it is at. */
export function showExample({ path, title, text, rule }: DemoExample, origin: string) {
  return {
    url: `${origin}${path}`,
    title,
    text,
    rule: rule === null ? 'access.default: signed-in' : stringify(rule, { collectionStyle: 'flow', lineWidth: 0 }).trim()
  }
}
