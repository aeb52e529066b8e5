import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { generateSignatureKey } from '../session/cookie/signature-keys.ts'
import { CommandError, EXIT, type ExitCode } from './command-error.ts'
import type { Call } from './command-line/command.ts'
import { fileError, write, writeStderr } from './io.ts'

/** `gatehouse keys generate`. */
export async function keysGenerate({ io, args }: Call): Promise<ExitCode> {
  const to = args.text('to')
  const text = `${generateSignatureKey()}\n`
  if (to === undefined) {
    await write(io.stdout, text)
    return EXIT.done
  }
  await createKeyFile(resolve(io.cwd, to), text)
  await writeStderr(io, `${to}: written`)
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
