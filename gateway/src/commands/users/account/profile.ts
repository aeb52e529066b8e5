import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { NewAccount } from '../../../identity-platform/accounts/account-fields.ts'
import { complainAboutAccountClaims } from '../../../identity-platform/tokens/claims.ts'
import { CommandError, EXIT, wrongUsage } from '../../command-error.ts'
import { type Arguments, readObject } from '../../command-line/arguments.ts'
import type { OptionSpec } from '../../command-line/options.ts'
import { fileError, type Io } from '../../io.ts'
import { complainAboutNames } from '../claims/claim-names.ts'
import { askHidden } from '../prompt.ts'

const LONGEST_PASSWORD_BYTES = 4096

/** Options that say what an account is like. */
export const PROFILE_OPTIONS: readonly OptionSpec[] = [
  { name: 'email', value: 'ADDRESS', about: 'e-mail address' },
  { name: 'email-verified', about: 'the address is known to be theirs', isDeniable: true },
  { name: 'display-name', value: 'TEXT', about: 'name' },
  { name: 'photo-url', value: 'URL', about: 'picture' },
  { name: 'phone', value: 'NUMBER', about: 'phone number, such as +15555550100' },
  { name: 'disabled', about: 'cannot sign in', isDeniable: true },
  { name: 'password-stdin', about: 'read the password from standard input (asked for at a terminal)' },
  { name: 'password-file', value: 'FILE', about: 'read the password from a file' },
  {
    name: 'password',
    about: '',
    refusal:
      'everybody on this machine could read it in the list of processes; use --password-stdin or --password-file'
  }
]

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

/** The claims that an option holds, checked before anything is changed; undefined when it was not given. */
export function readClaims(args: Arguments, name: string): Record<string, unknown> | undefined {
  const claims = readObject(args, name)
  if (claims === undefined) return undefined
  const complaint = complainAboutNames(Object.keys(claims)) ?? complainAboutAccountClaims(claims)
  if (complaint !== null) throw new CommandError(EXIT.usage, `--${name}: ${complaint}`)
  return claims
}

/** Null when none was given. */
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
