import { randomUUID } from 'node:crypto'
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { extname, resolve } from 'node:path'
import { checkSignatureKey, generateSignatureKey } from '../config/signature-keys.ts'
import { CommandError, EXIT, type ExitCode, wrongUsage } from './command-error.ts'
import type { Call } from './command-line/command.ts'
import { fileError, say, write } from './io.ts'

/** Changes the keys and returns a message. Throws a `CommandError` if not allowed. */
type Step = (list: KeyList, facts: { file: string; changedSecondsAgo: number }) => string

/** `gatehouse keys add`. */
export const keysAdd = (call: Call) =>
  takeStep(call, ({ keys, toItem }) => {
    keys.push(toItem(generateSignatureKey()))
    return `Added a key as the last of ${keys.length}: it verifies, but does not sign yet.
Next: once every replica has it, run gatehouse keys promote.`
  })

/** `gatehouse keys promote`. */
export const keysPromote = (call: Call) =>
  takeStep(call, ({ keys, sessionSeconds }, { file }) => {
    requireTwo(keys, file, 'add one first, and wait until every replica has it')
    keys.unshift(...keys.splice(-1))
    return `The last key is now the first of ${keys.length}: it signs from now on, all verify.
Next: once every replica has it and ${describeSeconds(sessionSeconds)} have passed, run gatehouse keys drop.`
  })

/** `gatehouse keys drop`. */
export const keysDrop = (call: Call) =>
  takeStep(call, ({ keys, sessionSeconds }, { file, changedSecondsAgo }) => {
    requireTwo(keys, file, 'without it, nothing could be signed')
    if (call.args.flag('force') !== true && changedSecondsAgo < sessionSeconds)
      throw new CommandError(
        EXIT.failed,
        `${file} was changed ${describeSeconds(changedSecondsAgo)} ago, and sessions signed by the last key may last ${describeSeconds(sessionSeconds)}: they would end.
Wait, or use --force. gatehouse_session_first_sights_total{key="${keys.length - 1}"} of every replica shows whether such sessions still arrive.`
      )
    keys.pop()
    return `Dropped the last key; ${keys.length} left. Sessions that it signed end once this file is loaded.`
  })

async function takeStep({ io, args }: Call, step: Step): Promise<ExitCode> {
  const given = args.text('file')
  if (given === undefined) throw wrongUsage('--file is required: the configuration, or the key file')
  const file = resolve(io.cwd, given)
  const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]).catch(
    (err: unknown) => {
      throw fileError(err, file, EXIT.usage)
    }
  )
  const list = readKeyList(file, text)
  const said = step(list, { file, changedSecondsAgo: io.now() - mtimeMs / 1000 })
  await replaceFile(file, list.text()).catch((err: unknown) => {
    throw fileError(err, file, EXIT.failed)
  })
  await write(io.stdout, `${said}\n`)
  return EXIT.done
}

function requireTwo(keys: readonly unknown[], file: string, hint: string): void {
  if (keys.length < 2) throw new CommandError(EXIT.failed, `${file} contains one key: ${hint}`)
}

function describeSeconds(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  return hours >= 2 ? `${hours} hours` : `${Math.max(0, Math.floor(seconds))} seconds`
}

/** Replaces the file atomically, keeping mode, owner and links. Rejects with the file system's error. */
async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file)
  const { mode, uid, gid } = await stat(target)
  const beside = `${target}.${randomUUID()}.tmp`
  try {
    // Private until owner and mode are set.
    const handle = await open(beside, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      const made = await handle.stat()
      if (made.uid !== uid || made.gid !== gid) await handle.chown(uid, gid)
      await handle.chmod(mode & 0o7777)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, target)
  } catch (err) {
    await rm(beside, { force: true })
    throw err
  }
}

const CONFIG_ENDINGS = new Set(['.yaml', '.yml', '.json'])
/** The default of `session.absoluteSeconds`. */
const DEFAULT_SESSION_SECONDS = 1_209_600

/** The signature keys of a file, preserving the rest. */
interface KeyList {
  /** Lines, or nodes of YAML. */
  keys: unknown[]
  /** A key as a member of `keys`. */
  toItem(key: string): unknown
  /** The configured `session.absoluteSeconds`, or the default. */
  sessionSeconds: number
  /** The whole file with the current keys. */
  text(): string
}

/** The keys of a configuration, whose comments and order stay, or of a file with one key per line. Throws a `CommandError`. */
function readKeyList(file: string, text: string): KeyList {
  const list = CONFIG_ENDINGS.has(extname(file).toLowerCase())
    ? readConfiguration(file, text)
    : readLines(file, text)
  if (list.keys.length === 0) throw new CommandError(EXIT.usage, `${file}: contains no signature keys`)
  return list
}

/** Leaves a file that was meant for something else unchanged. */
function readLines(file: string, text: string): KeyList {
  const lines = text.split('\n').map((line) => line.trim())
  const wrongLine = lines.findIndex((key) => key !== '' && !isKey(key))
  if (wrongLine >= 0)
    throw new CommandError(
      EXIT.usage,
      `${file}: line ${wrongLine + 1} is not a signature key: use a file with one key per line, or a configuration that ends in .yaml, .yml or .json`
    )
  const keys = lines.filter((key) => key !== '')
  return {
    keys,
    toItem: (key) => key,
    sessionSeconds: DEFAULT_SESSION_SECONDS,
    text: () => keys.map((key) => `${key}\n`).join('')
  }
}

/** Log lines and prose can look like passphrases; spaces, quotes and braces tell them from keys. */
function isKey(line: string): boolean {
  return !/[\s"{}\p{Cc}\uFFFD]/u.test(line) && checkSignatureKey(line, '') === null
}

function readConfiguration(file: string, text: string): KeyList {
  // Loaded on demand, as by the gateway. Pretty errors would quote the line, which may hold a key.
  const yaml: typeof import('yaml') = createRequire(import.meta.url)('yaml')
  const document = yaml.parseDocument(text, { prettyErrors: false })
  if (document.errors.length > 0) throw new CommandError(EXIT.usage, `${file}: is not YAML`)
  const keysFile = document.getIn(['cookie', 'signatureKeysFile'])
  if (typeof keysFile === 'string')
    throw new CommandError(EXIT.usage, `${file}: the keys are in another file; use that one: ${keysFile}`)
  const keys = document.getIn(['cookie', 'signatureKeys'])
  if (!yaml.isSeq(keys))
    throw new CommandError(EXIT.usage, `${file}: has no list of keys at cookie.signatureKeys`)
  const { absoluteSeconds } = Object(document.toJS().session)
  return {
    keys: keys.items,
    toItem(key) {
      const node = document.createNode(key)
      node.type = 'QUOTE_DOUBLE'
      return node
    },
    sessionSeconds: typeof absoluteSeconds === 'number' ? absoluteSeconds : DEFAULT_SESSION_SECONDS,
    text: () => document.toString({ lineWidth: 0, flowCollectionPadding: text.includes('{ ') })
  }
}

/** `gatehouse keys generate`. */
export async function keysGenerate({ io, args }: Call): Promise<ExitCode> {
  const to = args.text('to')
  const text = `${generateSignatureKey()}\n`
  if (to === undefined) {
    await write(io.stdout, text)
    return EXIT.done
  }
  await createKeyFile(resolve(io.cwd, to), text)
  await say(io, `${to}: written`)
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
