import { rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { EXIT, type ExitCode, wrongUsage } from '../../src/commands/command-error.ts'
import { type Arguments, type Call, readPort } from '../../src/commands/command-line/command.ts'
import { fileError, type Io, write, writeQuietly } from '../../src/commands/io.ts'
import { startOrExplain, untilStopped } from '../../src/commands/process.ts'
import { ifIncluded } from './if-included.ts'

const STAND_IN_PORT = 9199
const STAND_IN_PROJECT = 'demo-local'
const STAND_IN_API_KEY = 'stand-in-api-key'
const STAND_IN_USER = { email: 'ada@example.com', password: 'some password' }

/** `gatehouse stand-in`. */
export async function standIn({ io, args }: Call): Promise<ExitCode> {
  const port = readPort(args) ?? STAND_IN_PORT
  const projectId = args.text('project') ?? STAND_IN_PROJECT
  // The gateway warns about a real project that is reached without TLS.
  if (!projectId.startsWith('demo-'))
    throw wrongUsage('--project begins with demo-, so that it is no real project')
  const file = args.text('write')
  if (file !== undefined) return await writeInBackground(io, args, file)
  const { startStandIn } = await ifIncluded(() => import('../../stand-in/stand-in.ts'))
  const options = { projectId, port, apiKey: STAND_IN_API_KEY, acceptEmulatorCallers: true }
  const provider = await startOrExplain(() => startStandIn(options))
  provider.accounts.create({ ...STAND_IN_USER, emailVerified: true, displayName: 'Ada' })
  const keyFile = args.text('credentials-file')
  const credentialsFile = keyFile === undefined ? undefined : resolve(io.cwd, keyFile)
  if (credentialsFile !== undefined)
    await replaceFile(credentialsFile, `${JSON.stringify(provider.serviceAccount, null, 2)}\n`)
  const lines = Object.entries(provider.endpoints).map(([name, url]) => `    ${name}: ${url}`)
  lines.unshift('  endpoints:')
  if (credentialsFile !== undefined) lines.unshift(`  credentialsFile: ${JSON.stringify(credentialsFile)}`)
  const stopped = untilStopped()
  await write(
    io.stdout,
    `# Part of the configuration of a gateway. The stand-in runs as process ${process.pid}; when it ends, accounts are lost.
# Sign in as ${STAND_IN_USER.email} with "${STAND_IN_USER.password}".
# Mails with their links: ${provider.url}/emulator/v1/projects/${projectId}/oobCodes
identityPlatform:
  projectId: ${projectId}
  apiKey: ${provider.apiKey}
${lines.join('\n')}
`
  )
  await stopped
  await provider.close()
  return EXIT.done
}

/** Starts the same command as a process of its own, which stays, and writes to `file` what it prints once it listens. */
async function writeInBackground(io: Io, args: Arguments, file: string): Promise<ExitCode> {
  const { startInBackground } = await ifIncluded(() => import('../../stand-in/background.ts'))
  const options = ['port', 'project', 'credentials-file'].flatMap((name) => {
    const text = args.text(name)
    return text === undefined ? [] : [`--${name}=${text}`]
  })
  const started = await startInBackground(['stand-in', ...options], io.cwd)
  if (started.kind === 'failed') {
    await writeQuietly(io.stderr, started.complaints)
    return EXIT.failed
  }
  try {
    await replaceFile(resolve(io.cwd, file), started.printed)
  } catch (err) {
    started.end()
    throw err
  }
  const { pid } = started
  await writeQuietly(
    io.stdout,
    `${file} is written. The stand-in runs as process ${pid}: end it with kill ${pid}.\n`
  )
  return EXIT.done
}

/** Writes a file that only this user may read, whole or not at all. Throws a `CommandError`. */
async function replaceFile(file: string, text: string): Promise<void> {
  const next = `${file}.${process.pid}`
  try {
    await writeFile(next, text, { mode: 0o600 })
    await rename(next, file)
  } catch (err) {
    throw fileError(err, file, EXIT.failed)
  }
}
