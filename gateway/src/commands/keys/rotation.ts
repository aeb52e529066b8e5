import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { generateSignatureKey } from '../../config/signature-keys.ts'
import { CommandError, EXIT, type ExitCode, wrongUsage } from '../command-error.ts'
import type { Call } from '../command-line/command.ts'
import { fileError, write } from '../io.ts'
import { type KeyList, readKeyList } from './key-list.ts'
import { replaceFile } from './replace-file.ts'

/** What a step does to the keys, and what it tells then. Throws a `CommandError` where it may not be taken. */
type Step = (keys: KeyList, facts: { file: string; changedSecondsAgo: number }) => string

/** `gatehouse keys add`. */
export const keysAdd = (call: Call) =>
  takeStep(call, (keys) => {
    keys.append(generateSignatureKey())
    return `Added a key as the last of ${keys.count()}: it verifies, and signs nothing yet.
Next: when every replica has it, run gatehouse keys promote.`
  })

/** `gatehouse keys promote`. */
export const keysPromote = (call: Call) =>
  takeStep(call, (keys, { file }) => {
    requireTwo(keys, file, 'add one first, and wait until every replica has it')
    keys.promoteLast()
    return `The key that was last is the first of ${keys.count()}: it signs from now on, all verify.
Next: when every replica has it and ${describeSeconds(keys.sessionSeconds)} are over, run gatehouse keys drop.`
  })

/** `gatehouse keys drop`. */
export const keysDrop = (call: Call) =>
  takeStep(call, (keys, { file, changedSecondsAgo }) => {
    requireTwo(keys, file, 'without it, nothing could be signed')
    if (call.args.flag('force') !== true && changedSecondsAgo < keys.sessionSeconds)
      throw new CommandError(
        EXIT.failed,
        `${file} was changed ${describeSeconds(changedSecondsAgo)} ago, and sessions that the last key signed may live for ${describeSeconds(keys.sessionSeconds)}: they would end.
Wait, or say --force. gatehouse_session_first_sights_total{key="${keys.count() - 1}"} of every replica tells whether such sessions still come.`
      )
    keys.removeLast()
    return `Dropped the last key; ${keys.count()} left. Sessions that it signed end where this file is read.`
  })

async function takeStep({ io, args }: Call, step: Step): Promise<ExitCode> {
  const given = args.text('file')
  if (given === undefined) throw wrongUsage('--file is needed: the configuration, or the file with the keys')
  const file = resolve(io.cwd, given)
  const { text, changedAtSeconds } = await read(file)
  const keys = readKeyList(file, text)
  const said = step(keys, {
    file,
    changedSecondsAgo: io.now() - changedAtSeconds
  })
  await replaceFile(file, keys.text()).catch((err: unknown) => {
    throw fileError(err, file, EXIT.failed)
  })
  await write(io.stdout, `${said}\n`)
  return EXIT.done
}

async function read(file: string): Promise<{ text: string; changedAtSeconds: number }> {
  try {
    return { text: await readFile(file, 'utf8'), changedAtSeconds: (await stat(file)).mtimeMs / 1000 }
  } catch (err) {
    throw fileError(err, file, EXIT.usage)
  }
}

function requireTwo(keys: KeyList, file: string, hint: string): void {
  if (keys.count() < 2) throw new CommandError(EXIT.failed, `${file} holds one key: ${hint}`)
}

function describeSeconds(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  return hours >= 2 ? `${hours} hours` : `${Math.max(0, Math.floor(seconds))} seconds`
}
