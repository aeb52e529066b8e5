import { strictTransportSecurityOf } from '../response-headers.ts'
import type { Config } from '../schema/schema.ts'

/** A look for one thing that an operator may expect otherwise. `isWritten`: does file or environment set this key path? */
type Notice = (config: Config, isWritten: (keyPath: string) => boolean) => string[]

const NOTICES: readonly Notice[] = [
  noticeEmailRules,
  noticeEmailHeader,
  noticePrivateAnswers,
  noticeHsts,
  noticeVisibleClaims
]

/**
 * What is good and stays so, but means something else than it did in an earlier version or than many expect: for
 * `check-config --verbose`. What weakens a protection or has no effect is a warning instead. `written`: what file and
 * environment say, without defaults.
 */
export function listNotices(config: Config, written: Readonly<Record<string, unknown>>): string[] {
  return NOTICES.flatMap((notice) => notice(config, (keyPath) => isSet(written, keyPath.split('.'))))
}

function isSet(node: unknown, names: readonly string[]): boolean {
  const [name, ...rest] = names
  if (name === undefined) return node !== undefined
  return typeof node === 'object' && node !== null && Object.hasOwn(node, name)
    ? isSet(Reflect.get(node, name), rest)
    : false
}

function noticeEmailRules({ access }: Config): string[] {
  return access.rules.flatMap(({ allow }, index) =>
    typeof allow === 'object' && allow.claim === 'email' && allow.allowUnverified === undefined
      ? [
          `access.rules[${index}]: an email address counts only when it is verified; \`allowUnverified\` in the condition says whether others count too`
        ]
      : []
  )
}

function noticeEmailHeader({ session, identityHeaders }: Config): string[] {
  if (session.requireVerifiedEmail || Object.hasOwn(identityHeaders, 'x-forwarded-email')) return []
  return [
    'identityHeaders: x-forwarded-email is sent only when the address is verified; `x-forwarded-email: $emailUnverified` sends it in any case, `x-forwarded-email: email` confirms the default'
  ]
}

function noticePrivateAnswers(_config: Config, isWritten: (keyPath: string) => boolean): string[] {
  if (isWritten('upstream.sharedCaching')) return []
  return [
    'upstream.sharedCaching: answers to requests that need a session become `private` for caches; true passes what the application says, false confirms the default'
  ]
}

function noticeHsts(config: Config, isWritten: (keyPath: string) => boolean): string[] {
  if (isWritten('hsts') || strictTransportSecurityOf(config) === null) return []
  return [
    'hsts: browsers that have seen an answer use https alone for this host, on every port, for a year; null sends nothing, `hsts: {}` confirms the default'
  ]
}

function noticeVisibleClaims(_config: Config, isWritten: (keyPath: string) => boolean): string[] {
  if (isWritten('session.visibleClaims')) return []
  return [
    'session.visibleClaims: scripts get the standard claims and those that `identityHeaders` names from GET paths.session; `all` gives every claim, null confirms the default'
  ]
}
