import { isNetwork } from '../config/addresses/networks.ts'
import { listOwnHosts } from '../config/addresses/own-address.ts'
import {
  decode,
  hasBadSegment,
  isCanonical,
  NEVER_MATCHES,
  PATH_HINT,
  readPath
} from '../config/addresses/paths.ts'
import { ANY_ORIGIN, coversHost, isLoopback, parseUrl, readCorsOrigin } from '../config/addresses/urls.ts'
import { listApplicationHosts } from '../config/applications.ts'
import type { AccessRule, Config } from '../config/schema/schema.ts'
import { projectNumberOf } from '../machines/issuers.ts'
import { listProblems, type Problem, when } from '../problem.ts'
import { asksForAppCheck, CONDITION_KINDS, isEmailClaim, listOf } from './rules/conditions.ts'
import { coversMethod, coversPath, pathsOf } from './rules/rule-paths.ts'
import type { WrittenCondition } from './settings.ts'

/** Values of `allow` that do not involve a sign-in. */
const WITHOUT_SIGN_IN: ReadonlySet<unknown> = new Set(['public', 'optional', 'deny'])

/** Rules must be spelled canonically, for hosts of the gateway or its applications, with valid conditions. */
export function checkAccessRules(config: Config): Problem[] {
  const { rules, crossSitePosts = [] } = config.access
  const hosts = rules.flatMap(({ host }, index) =>
    host === undefined ? [] : [{ host, path: `access.rules[${index}].host` }]
  )
  return listProblems(
    ...rules.flatMap((rule, index) => checkRule(rule, `access.rules[${index}]`)),
    ...crossSitePosts.map((path, index) =>
      when(isUnreadable(path) || !isCanonical(readPath(path).escaped), {
        path: `access.crossSitePosts[${index}]`,
        message: NEVER_MATCHES,
        hint: PATH_HINT
      })
    ),
    ...checkHosts(hosts, 'is not a host of this gateway, so the rule would never match', config)
  )
}

/** Each host, which may begin with `*.`, must cover one of the gateway or its applications, or the reverse. */
export function checkHosts(
  hosts: readonly { host: string; path: string }[],
  message: string,
  config: Config
): Problem[] {
  const origins = config.forwardAuth.origins.flatMap((origin) => parseUrl(origin)?.hostname ?? [])
  const known = [...new Set([...listOwnHosts(config), ...origins, ...listApplicationHosts(config)])]
  const hint = `Hosts here: ${known.join(', ')}; add those of other applications to \`forwardAuth.origins\`.`
  return hosts
    .filter(({ host }) => !known.some((one) => coversHost(host, one) || coversHost(one, host)))
    .map(({ path }) => ({ path, message, hint }))
}

/** True if no request has such a path. */
function isUnreadable(path: string): boolean {
  const decoded = decode(path)
  return decoded === null || /[;\\\u0000-\u001f\u007f]/.test(decoded) || hasBadSegment(decoded)
}

/** Escapes of ASCII characters do not matter, unless decoded twice: a file with a space in its name has no other path. */
function withoutEscapes(path: string): string {
  return readPath(path).escaped.replace(/%(?!25[\dA-F]{2})[2-7]./gi, 'x')
}

function checkRule({ path, allow, require }: AccessRule, key: string): Problem[] {
  const isOpen = allow === 'public' || allow === 'optional'
  const neverMatches = (one: string) => isUnreadable(one) || (isOpen && !isCanonical(withoutEscapes(one)))
  return listProblems(
    when(pathsOf(path).some(neverMatches), {
      path: `${key}.path`,
      message: NEVER_MATCHES,
      hint: PATH_HINT
    }),
    when(require !== undefined && WITHOUT_SIGN_IN.has(allow), {
      path: `${key}.require`,
      message: 'has requirements on a sign-in, which the rule does not require',
      hint: 'Write `allow: signed-in` or a condition, or remove `require`.'
    }),
    ...(typeof allow === 'object' ? checkCondition(allow, `${key}.allow`) : [])
  )
}

const MAX_NESTED = 8
/** One `@` and visible ASCII, as in identity headers and conditions. */
const ADDRESS = /^[\x21-\x3f\x41-\x7e]+@[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const DOMAIN = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const FORMS = [
  {
    kind: 'email',
    isGood: (value: string) => ADDRESS.test(value),
    message: 'is not an email address',
    hint: 'For example `ada@example.com`; for whole domains use `emailDomain`.'
  },
  {
    kind: 'emailDomain',
    isGood: (value: string) => DOMAIN.test(value),
    message: 'is not a domain',
    hint: 'For example `example.com`, without `@` or `*`.'
  },
  {
    kind: 'network',
    isGood: isNetwork,
    message: 'is not a network',
    hint: 'Such as `10.0.0.0/8` or `fd00::/8`.'
  }
] as const
const KINDS = CONDITION_KINDS.map((kind) => `\`${kind}\``).join(', ')

/** A condition must be of one kind, with matching keys and valid values. `depth`: nesting level. */
export function checkCondition(written: WrittenCondition, path: string, depth = 1): Problem[] {
  if (depth > MAX_NESTED)
    return [
      { path, message: `is nested more than ${MAX_NESTED} levels deep`, hint: 'Split it into several rules.' }
    ]
  const kinds = CONDITION_KINDS.filter((kind) => written[kind] !== undefined)
  if (kinds.length !== 1) return [wrongKinds(path, kinds)]
  const members = (['all', 'any'] as const).flatMap((kind) =>
    (written[kind] ?? []).flatMap((member, index) =>
      checkCondition(member, `${path}.${kind}[${index}]`, depth + 1)
    )
  )
  return [
    ...checkCompany(written, path),
    ...checkValues(written, path),
    ...members,
    ...(written.not === undefined ? [] : checkCondition(written.not, `${path}.not`, depth + 1))
  ]
}

function wrongKinds(path: string, kinds: readonly string[]): Problem {
  return kinds.length === 0
    ? { path, message: 'has no condition', hint: `Use one of ${KINDS}.` }
    : {
        path,
        message: `has several conditions: ${kinds.join(', ')}`,
        hint: 'Wrap them in `all` or `any`: [ { … }, { … } ].'
      }
}

/** Keys that qualify another one need it. */
function checkCompany(
  { claim, oneOf, present, email, emailDomain, ...rest }: WrittenCondition,
  path: string
) {
  const isAddress = email !== undefined || emailDomain !== undefined
  return listProblems(
    when(claim === undefined && oneOf !== undefined, {
      path: `${path}.oneOf`,
      message: 'requires `claim`',
      hint: 'Other conditions have their values directly: `uid: [ … ]`.'
    }),
    when(claim === undefined && present !== undefined, {
      path: `${path}.present`,
      message: 'requires `claim`',
      hint: 'Add `claim: NAME`.'
    }),
    when(claim !== undefined && (oneOf === undefined) === (present === undefined), {
      path,
      message: 'needs either `oneOf` or `present` with `claim`',
      hint: 'Such as `{ claim: role, oneOf: [admin] }` or `{ claim: role, present: true }`.'
    }),
    when(rest.allowUnverified !== undefined && !isAddress && !(claim !== undefined && isEmailClaim(claim)), {
      path: `${path}.allowUnverified`,
      message: 'requires `email`, `emailDomain` or the claim `email`',
      hint: 'Other claims are never verified: remove it.'
    })
  )
}

function checkValues(written: WrittenCondition, path: string): Problem[] {
  return FORMS.flatMap(({ kind, isGood, message, hint }) => {
    const values = written[kind] ?? []
    return listOf(values).flatMap((value, index) => {
      const place = typeof values === 'string' ? '' : `[${index}]`
      return isGood(value) ? [] : [{ path: `${path}.${kind}${place}`, message, hint }]
    })
  })
}

/** Origins must be valid, and credentials must not be allowed for all. */
export function checkCors({ cors: { origins, credentials } }: Pick<Config, 'cors'>): Problem[] {
  const ofOrigins = origins.map((text, index) => {
    const read = readCorsOrigin(text)
    const hint = 'List each origin, such as `https://app.example.com`.'
    return read.kind === 'wrong' && { path: `cors.origins[${index}]`, message: read.wrong, hint }
  })
  return listProblems(
    ...ofOrigins,
    when(origins.includes(ANY_ORIGIN) && credentials, {
      path: 'cors.credentials',
      message: 'would let every page on the web act with the visitor’s session',
      hint: 'List the origins, or turn off `credentials`.'
    }),
    when(origins.includes(ANY_ORIGIN) && origins.length > 1, {
      path: 'cors.origins',
      message: 'has other origins besides `*`, which includes them',
      hint: 'Keep only `*`, or only the others.'
    })
  )
}

/** The top-level access rules and those of applications, with their key paths. */
export function listAccessSections(config: Pick<Config, 'access' | 'applications'>) {
  const own = config.applications.flatMap(({ access }, index) =>
    access === undefined ? [] : [{ key: `applications[${index}].access`, access }]
  )
  return [{ key: 'access', access: config.access }, ...own]
}

/** True if any rule requires a second factor. */
export function asksForSecondFactor(config: Pick<Config, 'access' | 'applications'>): boolean {
  return listAccessSections(config).some(({ access }) =>
    access.rules.some(({ require }) => require?.secondFactor === true)
  )
}

/** Rules covered by a single earlier one, and conditions with an empty `any`. Does not examine satisfiability in general. */
export function listDeadRuleWarnings(config: Pick<Config, 'access' | 'applications'>): string[] {
  return listAccessSections(config).flatMap(({ key, access: { rules } }) =>
    rules.flatMap((rule, index) =>
      listDeadAt(rule, rules.slice(0, index)).map((reason) => `${key}.rules[${index}]: ${reason}`)
    )
  )
}

function listDeadAt(rule: AccessRule, earlier: readonly AccessRule[]): string[] {
  const before = earlier.findIndex((other) => covers(other, rule))
  if (before !== -1)
    return [
      `is never reached: rule ${before + 1} before it covers the same place; remove it, or move it first`
    ]
  const parts = typeof rule.allow === 'object' ? listEmptyParts(rule.allow, 'allow') : []
  return parts.map((part) => `${part} never holds: \`any\` is empty`)
}

function covers(wide: AccessRule, narrow: AccessRule): boolean {
  return (
    // Other paths add their demands, whatever the rules before them.
    isCanonical(readPath(narrow.path).escaped) &&
    coversPath(wide.path, narrow.path) &&
    (narrow.host === undefined ? wide.host === undefined : coversHost(wide.host, narrow.host)) &&
    (narrow.methods === undefined
      ? wide.methods === undefined
      : narrow.methods.every((method) => coversMethod(wide.methods, method)))
  )
}

/** Key paths of empty `any` conditions, except below `not`, where they always hold. */
function listEmptyParts(condition: WrittenCondition, part: string): string[] {
  if (condition.any?.length === 0) return [part]
  return (['all', 'any'] as const).flatMap((kind) =>
    (condition[kind] ?? []).flatMap((member, index) => listEmptyParts(member, `${part}.${kind}[${index}]`))
  )
}

/** App Check must be set up for what uses it, and debug tokens must not be published. */
export function checkAppCheck(config: Config): Problem[] {
  const { login, identityPlatform, publicUrl } = config
  const { appId, appIds } = identityPlatform.appCheck
  const { siteKey, debugToken } = login.appCheck
  const isTrial =
    identityPlatform.projectId.startsWith('demo-') || isLoopback(parseUrl(publicUrl)?.hostname ?? '')
  return listProblems(
    when((siteKey !== null || debugToken !== null) && appId === null, {
      path: 'identityPlatform.appCheck.appId',
      message: 'is required by `login.appCheck`',
      hint: 'The app id of the project’s web app, as in the console’s project settings.'
    }),
    when(debugToken !== null && !isTrial, {
      path: 'login.appCheck.debugToken',
      message: 'would let every visitor pass App Check: the page contains it',
      hint: 'Remove it, and use `siteKey`. Debug tokens are for a `publicUrl` on loopback or a `demo-` project.'
    }),
    when(appIds.length > 0 && projectNumberOf(identityPlatform.appCheck) === null, {
      path: 'identityPlatform.appCheck.projectNumber',
      message: 'is required: the app ids do not have one project number',
      hint: 'The number in the console’s project settings, not the id.'
    }),
    ...listAccessSections(config).map(
      ({ key, access }) =>
        appIds.length === 0 &&
        access.rules.some(({ allow }) => typeof allow === 'object' && asksForAppCheck(allow)) && {
          path: `${key}.rules`,
          message: 'require App Check tokens, but no app id is accepted',
          hint: 'List the apps in `identityPlatform.appCheck.appIds`.'
        }
    )
  )
}
