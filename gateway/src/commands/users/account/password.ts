import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { CommandError, EXIT, wrongUsage } from '../../command-error.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { fileError, type Io } from '../../io.ts'
import { askHidden } from '../prompt.ts'

const LONGEST_PASSWORD_BYTES = 4096

/** The password of `--password-stdin` or `--password-file`; null when none was given. Throws a `CommandError`. */
export async function readPassword(io: Io, args: Arguments): Promise<string | null> {
  const file = args.text('password-file')
  const fromStdin = args.flag('password-stdin') === true
  if (file === undefined && !fromStdin) return null
  if (file !== undefined && fromStdin)
    throw wrongUsage('--password-stdin and --password-file contradict each other: keep one')
  const text =
    file === undefined ? await readPasswordInput(io) : await readPasswordFile(resolve(io.cwd, file))
  // One newline is what editors and `echo` add; all else belongs to the password.
  const password = text.replace(/\r?\n$/, '')
  if (password === '') throw new CommandError(EXIT.usage, 'the password is empty')
  if (/[\r\n]/.test(password)) throw new CommandError(EXIT.usage, 'the password has more than one line')
  return password
}

async function readPasswordFile(path: string): Promise<string> {
  try {
    return await readShortText(createReadStream(path))
  } catch (err) {
    if (err instanceof CommandError) throw err
    throw fileError(err, path, EXIT.usage)
  }
}

async function readPasswordInput(io: Io): Promise<string> {
  if (io.isTTY.stdin) return (await askHidden(io, 'Password: ')) ?? ''
  return await readShortText(io.stdin)
}

/** All that is there, unless it is more than a password can be: a device may never end. */
async function readShortText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk))
    bytes += chunks.at(-1)?.length ?? 0
    if (bytes > LONGEST_PASSWORD_BYTES) throw new CommandError(EXIT.usage, 'the password is longer than 4 kB')
  }
  return Buffer.concat(chunks).toString('utf8')
}
