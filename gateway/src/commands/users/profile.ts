import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { NewAccount } from '../../../identity-platform/accounts/account-fields.ts'
import { CommandError, EXIT, wrongUsage } from '../../command-error.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { fileError, type Io } from '../../io.ts'
import { askHidden } from '../prompt.ts'

/** What the profile options say; members that were not given are left out. Reads the password, last of all. */
export async function readProfile(
  io: Io,
  args: Arguments
): Promise<Omit<NewAccount, 'uid' | 'secondFactors'>> {
  const profile: NewAccount = {}
  const email = args.text('email')
  const emailVerified = args.flag('email-verified')
  const displayName = args.text('display-name')
  const photoURL = args.text('photo-url')
  const phoneNumber = args.text('phone')
  const disabled = args.flag('disabled')
  if (email !== undefined) profile.email = email
  if (emailVerified !== undefined) profile.emailVerified = emailVerified
  if (displayName !== undefined) profile.displayName = displayName
  if (photoURL !== undefined) profile.photoURL = photoURL
  if (phoneNumber !== undefined) profile.phoneNumber = phoneNumber
  if (disabled !== undefined) profile.disabled = disabled
  const password = await readPassword(io, args)
  if (password !== null) profile.password = password
  return profile
}

const LONGEST_PASSWORD_BYTES = 4096

/** The password of `--password-stdin` or `--password-file`; null when none was given. Throws a `CommandError`. */
async function readPassword(io: Io, args: Arguments): Promise<string | null> {
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
