import { stat } from 'node:fs/promises'
import type { Config } from '../../../config/schema/schema.ts'
import type { Problem } from '../../../problem.ts'
import { type Check, type DoctorContext, defineCheck } from '../check.ts'
import { fail, judge, skip, type Trouble, type Verdict, warn } from '../finding.ts'

/** More keys than a rotation needs: each is tried on every cookie that none of them signed. */
const MOST_KEYS = 3
const READABLE_BY_OTHERS = 0o004
const WRITABLE_BY_OTHERS = 0o002

/** Is everything that file and variables say valid? */
export const configCheck = defineCheck('CONFIG', { reads: [] }, (_config, { inspected, file }) => {
  const { problems, warnings } = inspected
  const source = file ?? 'variables alone'
  const weaknesses = warnings.filter((warning) => !isOfCookie(warning))
  return judge(
    `${source}: ${problems.length === 0 ? 'valid' : count(problems.length, 'problem')}`,
    ...problems.map(toFailure),
    ...weaknesses.map((warning) => warn(warning, ''))
  )
})

/** Can the files that the configuration names be read, and by the gateway alone? */
export const filesCheck = defineCheck('FILES', { reads: [] }, async (_config, context) => {
  const { problems } = context.inspected
  const unreadable = problems.filter(({ path }) => path.endsWith('File') || path === context.file)
  const files = listFiles(context)
  if (files.length + unreadable.length === 0) return skip('the configuration names no files')
  const open = await Promise.all(files.map(judgeFile))
  return judge(`${count(files.length, 'file')}`, ...unreadable.map(toFailure), ...open)
})

/** Are there keys that sign sessions, none too many and none twice? */
export const keysCheck: Check = {
  id: 'KEYS',
  isRemote: false,
  async run({ inspected }) {
    const problems = inspected.problems.filter(({ path }) => path.startsWith('cookie.signatureKeys'))
    if (problems.length > 0) return judge(count(problems.length, 'problem'), ...problems.map(toFailure))
    const { cookie } = inspected.config
    return cookie === undefined
      ? skip('not looked at: cookie is wrong, see CONFIG')
      : judgeKeys(cookie.signatureKeys)
  }
}

/** Do browsers take the session cookie, and keep it from others? */
export const cookieCheck: Check = {
  id: 'COOKIE',
  isRemote: false,
  async run({ inspected }) {
    const problems = inspected.problems.filter(
      ({ path }) => path.startsWith('cookie.') && !path.startsWith('cookie.signatureKeys')
    )
    if (problems.length > 0) return judge(count(problems.length, 'problem'), ...problems.map(toFailure))
    const { cookie, publicUrl } = inspected.config
    if (cookie === undefined || publicUrl === undefined)
      return skip('not looked at: cookie or publicUrl is wrong, see CONFIG')
    const weaknesses = inspected.warnings.filter(isOfCookie)
    return judge(describeCookie(cookie, publicUrl), ...weaknesses.map((warning) => warn(warning, '')))
  }
}

/** Warnings of the configuration that are a matter of COOKIE. */
function isOfCookie(warning: string): boolean {
  return warning.startsWith('cookie.') || warning.startsWith('publicUrl: http ')
}

function judgeKeys(keys: readonly string[]): Verdict {
  const shortest = Math.min(...keys.map((key) => Buffer.byteLength(key)))
  return judge(
    keys.length === 1
      ? `1 key of ${shortest} bytes`
      : `${keys.length} keys, the shortest of ${shortest} bytes`,
    new Set(keys).size < keys.length &&
      warn('a signature key is listed twice', 'list each key once: a rotation needs two that differ'),
    keys.length > MOST_KEYS &&
      warn(
        `there are ${keys.length} signature keys, and a rotation needs two`,
        'drop the keys that no session is signed with any more'
      )
  )
}

function describeCookie({ domain, sameSite }: Config['cookie'], publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? 'Secure' : 'not Secure, because publicUrl is http'
  const reach = domain === null ? 'for the host of publicUrl alone' : `for ${domain} and all hosts below it`
  return `${secure}, SameSite=${sameSite}, ${reach}`
}

interface NamedFile {
  /** Key path or variable. */
  name: string
  file: string
  isSecret: boolean
}

function listFiles({ inspected, file, env }: DoctorContext): NamedFile[] {
  const { identityPlatform, cookie, management } = inspected.config
  const credentials = identityPlatform?.credentialsFile ?? env.GOOGLE_APPLICATION_CREDENTIALS
  const named: readonly [string, string | null | undefined, boolean][] = [
    ['--config', file, holdsSecrets({ inspected, env })],
    ['cookie.signatureKeysFile', cookie?.signatureKeysFile, true],
    ['identityPlatform.credentialsFile', credentials, true],
    ['management.tokenFile', management?.tokenFile, true],
    ['identityPlatform.apiKeyFile', identityPlatform?.apiKeyFile, false]
  ]
  return named.flatMap(([name, path, isSecret]) => (path ? [{ name, file: path, isSecret }] : []))
}

/** Secrets that no variable and no other file gives stand in the configuration file. */
function holdsSecrets({ inspected, env }: Pick<DoctorContext, 'inspected' | 'env'>): boolean {
  const { cookie, identityPlatform } = inspected.config
  const hasKeys = cookie?.signatureKeysFile === null && !env.GATEHOUSE_COOKIE_SIGNATURE_KEYS
  const hasCredentials =
    Boolean(identityPlatform?.credentials) && !env.GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS
  return hasKeys || hasCredentials
}

async function judgeFile({ name, file, isSecret }: NamedFile): Promise<Trouble | null> {
  const mode = await stat(file).then(
    (found) => found.mode,
    () => null
  )
  if (mode === null) return fail(`${name}: ${file} cannot be found or may not be read`, 'correct the name')
  if ((mode & WRITABLE_BY_OTHERS) !== 0)
    return fail(`${name}: everybody on this machine can change ${file}`, `chmod o-w ${file}`)
  return isSecret && (mode & READABLE_BY_OTHERS) !== 0
    ? warn(
        `${name}: everybody on this machine can read ${file}, which holds secrets`,
        `chmod o-r ${file}; in Kubernetes, \`defaultMode: 0400\` of the volume with fsGroup`
      )
    : null
}

function toFailure({ path, message, hint }: Problem): Trouble {
  return fail(`${path}: ${message}`, hint)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
