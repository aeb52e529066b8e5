const reasons = ['expired', 'signed-out', 'revoked', 'js'] as const

/** Why the visitor sees the login page, if there is anything to say about it. */
export type Reason = (typeof reasons)[number]

/** What the gateway tells the page, in the JSON block `gatehouse-config`. */
export interface PageConfig {
  /** Browser key of the project; not a secret. */
  apiKey: string
  projectId: string
  authDomain: string | null
  tenantId: string | null
  /** Origin of the official emulator or the demo's stand-in; null = Google's own service. */
  emulatorUrl: string | null
  /** Paths of the gateway, each with a leading slash. */
  paths: { login: string; logout: string; session: string }
  /** True: the session call also carries the refresh token. */
  handover: boolean
  /** Path and query to open after sign-in, judged by the server. */
  redirectTarget: string
  /** A reason this page has no notice for is read as null. */
  reason: Reason | null
  brandName: string
  /** `https:`, `http:` or `mailto:` address for help. */
  contactUrl: string | null
}

/** A block that could be read, or the name of the first field that could not (`block` = all of it). */
export type PageConfigReading = { kind: 'ok'; config: PageConfig } | { kind: 'broken'; field: string }

class BrokenField extends Error {
  readonly field: string
  constructor(field: string) {
    super(field)
    this.field = field
  }
}

/** Reads the JSON text of the block. Unknown fields are ignored; no value is defaulted. */
export function readPageConfig(json: string): PageConfigReading {
  try {
    return { kind: 'ok', config: parse(json) }
  } catch (err) {
    return { kind: 'broken', field: err instanceof BrokenField ? err.field : 'block' }
  }
}

function parse(json: string): PageConfig {
  const block = recordOf(JSON.parse(json), 'block')
  const paths = recordOf(block.paths, 'paths')
  return {
    apiKey: stringOf(block.apiKey, 'apiKey', /./),
    projectId: stringOf(block.projectId, 'projectId', /./),
    authDomain: nullOr(block.authDomain, 'authDomain', /./),
    tenantId: nullOr(block.tenantId, 'tenantId', /./),
    emulatorUrl: nullOr(block.emulatorUrl, 'emulatorUrl', /^https?:\/\/[^/?#]+$/),
    paths: {
      login: stringOf(paths.login, 'paths.login', /^\//),
      logout: stringOf(paths.logout, 'paths.logout', /^\//),
      session: stringOf(paths.session, 'paths.session', /^\//)
    },
    handover: booleanOf(block.handover, 'handover'),
    redirectTarget: stringOf(block.redirectTarget, 'redirectTarget', /^\//),
    reason: reasonOf(block.reason),
    brandName: stringOf(block.brandName, 'brandName', /./),
    contactUrl: nullOr(block.contactUrl, 'contactUrl', /^(?:https?:\/\/|mailto:)./)
  }
}

function recordOf(value: unknown, field: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BrokenField(field)
  return { ...value }
}

function stringOf(value: unknown, field: string, pattern: RegExp): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw new BrokenField(field)
  return value
}

function nullOr(value: unknown, field: string, pattern: RegExp): string | null {
  return value === null ? null : stringOf(value, field, pattern)
}

function booleanOf(value: unknown, field: string): boolean {
  if (typeof value !== 'boolean') throw new BrokenField(field)
  return value
}

function reasonOf(value: unknown): Reason | null {
  if (value !== null && typeof value !== 'string') throw new BrokenField('reason')
  return reasons.find((reason) => reason === value) ?? null
}
