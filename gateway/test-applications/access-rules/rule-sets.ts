import { words } from './parts.ts'

/** A handler of an application that only some may reach. Responses of it contain `markerOf` it. */
export interface Handler {
  name: string
  /** Path of the access rule, as written in a configuration. */
  rule: string
  /** Decoded path of a request that it handles. */
  path: string
}

/** Part of every response of this handler. */
export const markerOf = (name: string) => `PROTECTED-${name}`

/** Finds the name of a handler in a response. Only images, protected in all applications, have no text. */
export const MARKER = /PROTECTED-([a-z0-9]+)|content-type: (image)\/png/i

/** Of every application. */
export const HANDLERS: readonly Handler[] = [
  { name: 'admin', rule: '/admin/*', path: '/admin/panel' },
  { name: 'secret', rule: '/secret', path: '/secret' },
  { name: 'office', rule: '/b%C3%BCro/*', path: '/büro/akten' },
  { name: 'private', rule: '/a/b/private/*', path: '/a/b/private/page' },
  { name: 'report', rule: '/files/report.pdf', path: '/files/report.pdf' }
]

export const PUBLIC_PATH = '/public/page'

/** Targets of every application that no rule protects. */
export const PLAIN_TARGETS: readonly string[] = words(`
  / /hello /hello?next=/admin/panel /administration /secrets /gr%C3%BCn/wiese /a/b/open /files/report.txt
  /missing /a/b /a/b/privates /b%C3%BCroklammer /files/report.pd /hello/admin /admins/panel
  /hello?q=%2fadmin&x=..%2f
`)

/** Those with more than one reading, which need a session wherever the default is `public`. */
export const ODD_TARGETS: readonly string[] = words(`
  /files/my%20report.txt /files/a%2Bb.txt /files/100%25.txt /files/a%26b.txt /files/a;b.txt /%68ello
`)

export type VisitorName = 'stranger' | 'visitor' | 'admin'

type Allow = 'deny' | 'signed-in' | 'optional' | 'public' | { claim: string; oneOf: string[] }

export interface RuleSet {
  name: string
  default: Exclude<Allow, object>
  /** Of protected handlers. */
  allow: Allow
  /** Who must not reach protected handlers. */
  refused: readonly VisitorName[]
  /** Who reaches them on their plain paths. */
  allowed: readonly VisitorName[]
}

const IS_ADMIN = { claim: 'role', oneOf: ['admin'] }

/** The first admits the most: a bypass of another is nearly always one of it. */
const CLAIM_BELOW_PUBLIC: RuleSet = {
  name: 'claim, default public',
  default: 'public',
  allow: IS_ADMIN,
  refused: ['visitor', 'stranger'],
  allowed: ['admin']
}

/** For applications with `framework`: without that key. What is reached then is a fact, not a failure. */
export const UNNAMED: RuleSet = { ...CLAIM_BELOW_PUBLIC, name: 'without framework' }

export const RULE_SETS: readonly RuleSet[] = [
  CLAIM_BELOW_PUBLIC,
  {
    name: 'claim, default signed-in',
    default: 'signed-in',
    allow: IS_ADMIN,
    refused: ['visitor', 'stranger'],
    allowed: ['admin']
  },
  {
    name: 'claim, default optional',
    default: 'optional',
    allow: IS_ADMIN,
    refused: ['visitor', 'stranger'],
    allowed: ['admin']
  },
  {
    name: 'deny, default public',
    default: 'public',
    allow: 'deny',
    refused: ['admin', 'stranger'],
    allowed: []
  },
  {
    name: 'signed-in, default public',
    default: 'public',
    allow: 'signed-in',
    refused: ['stranger'],
    allowed: ['visitor']
  }
]

/** `access` of an application with these handlers. */
export const accessOf = (ruleSet: RuleSet, handlers: readonly Handler[]) => ({
  default: ruleSet.default,
  rules: [
    { path: '/public/*', allow: 'public' },
    ...handlers.map(({ rule }) => ({ path: rule, allow: ruleSet.allow }))
  ]
})
