import { generateSignatureKey } from '../config/signature-keys.ts'
import { EXIT, type ExitCode } from './command-error.ts'
import type { Call } from './command-line/command.ts'
import { write } from './io.ts'

/** `gatehouse keys generate`. */
export async function keysGenerate({ io }: Call): Promise<ExitCode> {
  await write(io.stdout, `${generateSignatureKey()}\n`)
  return EXIT.done
}
