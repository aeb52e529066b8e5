import { stat } from 'node:fs/promises'
import { isPlainObject } from '../config/json-members.ts'
import type { ConfigSources } from '../config/load.ts'
import type { Config } from '../config/schema/schema.ts'

const READABLE_BY_OTHERS = 0o004
const WRITABLE_BY_OTHERS = 0o002
/** Keys that name a secret file; the web API key is not secret, every visitor's browser has it. */
const SECRET_FILE = /\.(signatureKeysFile|privateKeysFile|credentialsFile|tokenFile|keyFile)$/
const CREDENTIALS_VARIABLE = 'GOOGLE_APPLICATION_CREDENTIALS'

interface FilesContext {
  /** Of the configuration; null: none. */
  file: string | null
  env: ConfigSources['env']
  /** Sections that are invalid may be missing. */
  inspected: { config: Partial<Config> }
}

export interface FileIssue {
  /** False: the gateway runs, but a secret is exposed. */
  isFatal: boolean
  cause: string
  fix: string
}

interface NamedFile {
  /** Key path, option or variable. */
  name: string
  file: string
  isSecret: boolean
}

/** What is wrong with the files that the configuration names. */
export async function listFileIssues(context: FilesContext): Promise<FileIssue[]> {
  const issues = await Promise.all(listFiles(context).map(checkFile))
  return issues.filter((issue) => issue !== null)
}

/** The files that the configuration names, with the configuration itself. */
export function listFiles(context: FilesContext): NamedFile[] {
  const { inspected, file, env } = context
  const named = listFileKeys(inspected.config)
  const variable = env[CREDENTIALS_VARIABLE] ?? ''
  const isUsed = inspected.config.identityPlatform?.credentialsFile === null && variable !== ''
  return [
    ...(file === null ? [] : [{ name: '--config', file, isSecret: holdsSecrets(context) }]),
    ...(isUsed ? [{ name: CREDENTIALS_VARIABLE, file: variable, isSecret: true }] : []),
    ...named.map(([name, path]) => ({ name, file: path, isSecret: SECRET_FILE.test(name) }))
  ]
}

/** All keys that end in `File` and have a value. */
function listFileKeys(node: object, path = ''): [name: string, file: string][] {
  return Object.entries(node).flatMap(([key, value]) => {
    const name = path === '' ? key : `${path}.${key}`
    if (isPlainObject(value)) return listFileKeys(value, name)
    return key.endsWith('File') && typeof value === 'string' ? [[name, value]] : []
  })
}

/** Whether the configuration file itself contains secrets, rather than variables or other files. */
function holdsSecrets({ inspected, env }: FilesContext): boolean {
  const { cookie, identityPlatform: provider } = inspected.config
  const hasKeys = cookie?.signatureKeysFile === null && !env.GATEHOUSE_COOKIE_SIGNATURE_KEYS
  return hasKeys || (Boolean(provider?.credentials) && !env.GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS)
}

async function checkFile({ name, file, isSecret }: NamedFile): Promise<FileIssue | null> {
  const issue = (isFatal: boolean, cause: string, fix: string) => ({
    isFatal,
    cause: `${name}: ${cause}`,
    fix
  })
  const found = await stat(file).catch(() => null)
  if (found === null) return issue(true, `${file} cannot be found or may not be read`, 'correct the name')
  if ((found.mode & WRITABLE_BY_OTHERS) !== 0)
    return issue(true, `anyone on this machine can change ${file}`, `chmod o-w ${file}`)
  if (!isSecret || (found.mode & READABLE_BY_OTHERS) === 0) return null
  const fix = `chmod o-r ${file}; in Kubernetes, \`defaultMode: 0400\` of the volume with fsGroup`
  return issue(false, `anyone on this machine can read ${file}, which holds secrets`, fix)
}
