/** `gatehouse check-config` and `gatehouse keys generate`, and the checks of files that the doctor makes too. */

import { open, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isPlainObject } from '../config/json-members.ts'
import { type ConfigSources, loadConfig } from '../config/load.ts'
import type { Config } from '../config/schema/schema.ts'
import { generateSignatureKey } from '../session/cookie/signature-keys.ts'
import { openSharedState } from '../shared-state/shared-state.ts'
import { CommandError, EXIT, type ExitCode, unwrapOrExit } from './command-error.ts'
import type { Call } from './command-line/command.ts'
import { fileError, write, writeStderr } from './io.ts'

/** `gatehouse check-config`. */
export async function checkConfig({ io, args, plugins }: Call): Promise<ExitCode> {
  const { env } = io
  const file = args.text('config') ?? null
  const { config, warnings } = unwrapOrExit(loadConfig({ file, env, nodeFlags: process.execArgv, plugins }))
  unwrapOrExit(await openSharedState(config, plugins))
  const issues = await listFileIssues({ inspected: { config }, file, env })
  const texts = [...warnings, ...issues.map(({ cause, fix }) => `${cause}: ${fix}`)]
  const lines = texts.map((text) => `warning: ${text}\n`)
  await write(io.stdout, `${lines.join('')}The configuration is valid.\n`)
  return EXIT.done
}

const READABLE_BY_OTHERS = 0o004
const WRITABLE_BY_OTHERS = 0o002
/** Keys that name a secret file; the web API key is not secret, every visitor's browser has it. */
const SECRET_FILE = /\.(signatureKeysFile|privateKeysFile|credentialsFile|tokenFile|keyFile)$/
const CREDENTIALS_VARIABLE = 'GOOGLE_APPLICATION_CREDENTIALS'

/** `file`: of the configuration; null: none. Sections that are invalid may be missing. */
interface FilesContext extends Pick<ConfigSources, 'file' | 'env'> {
  inspected: { config: Partial<Config> }
}

/** What is wrong with the files that the configuration names. `isFatal`: false: the gateway runs, but a secret is exposed. */
export async function listFileIssues(context: FilesContext) {
  const issues = await Promise.all(listFiles(context).map(checkFile))
  return issues.filter((issue) => issue !== null)
}

type NamedFile = ReturnType<typeof listFiles>[number]

/** The files that the configuration names, with the configuration itself. `name`: key path, option or variable. */
export function listFiles(context: FilesContext) {
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

async function checkFile({ name, file, isSecret }: NamedFile) {
  const issue = (isFatal: boolean, what: string, fix: string) => ({ isFatal, cause: `${name}: ${what}`, fix })
  const found = await stat(file).catch(() => null)
  if (found === null) return issue(true, `${file} cannot be found or may not be read`, 'correct the name')
  if ((found.mode & WRITABLE_BY_OTHERS) !== 0)
    return issue(true, `anyone on this machine can change ${file}`, `chmod o-w ${file}`)
  if (!isSecret || (found.mode & READABLE_BY_OTHERS) === 0) return null
  const fix = `chmod o-r ${file}; in Kubernetes, \`defaultMode: 0400\` of the volume with fsGroup`
  return issue(false, `anyone on this machine can read ${file}, which holds secrets`, fix)
}

/** `gatehouse keys generate`. */
export async function keysGenerate({ io, args }: Call): Promise<ExitCode> {
  const to = args.text('to')
  const text = `${generateSignatureKey()}\n`
  if (to === undefined) await write(io.stdout, text)
  else {
    await createKeyFile(resolve(io.cwd, to), text)
    await writeStderr(io, `${to}: written`)
  }
  return EXIT.done
}

/** Creates a file with mode 0600. Never overwrites, not even a dangling symbolic link. */
async function createKeyFile(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((err: unknown) => {
    throw Reflect.get(Object(err), 'code') === 'EEXIST'
      ? new CommandError(EXIT.failed, `${file}: already exists, and was not changed`)
      : fileError(err, file, EXIT.failed)
  })
  try {
    await handle.writeFile(text)
    await handle.sync()
  } catch (err) {
    await rm(file, { force: true })
    throw fileError(err, file, EXIT.failed)
  } finally {
    await handle.close()
  }
}
