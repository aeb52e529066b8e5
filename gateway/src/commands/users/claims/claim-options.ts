import { parseJsonObject } from '../../../config/json-object.ts'
import { checkAccountClaims } from '../../../identity-platform/tokens/claims.ts'
import { problemText } from '../../../problem.ts'
import { CommandError, EXIT, wrongUsage } from '../../command-error.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { checkClaimNames, checkNumbers } from './claim-checks.ts'

/** The value of an option that is a JSON object; undefined when it was not given. */
export function readObject(args: Arguments, name: string): Record<string, unknown> | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  const value = parseJsonObject(text)
  if (value === null) throw wrongUsage(`--${name} takes a JSON object, such as '{"role":"admin"}'`)
  const problem = checkNumbers(text)
  if (problem !== null) throw wrongUsage(`--${name}: ${problem.message}`)
  return value
}

/** The claims of the option `--claims`, checked before anything is changed; undefined when it was not given. */
export function readAccountClaims(args: Arguments): Record<string, unknown> | undefined {
  const claims = readObject(args, 'claims')
  if (claims === undefined) return undefined
  const problem = checkClaimNames(Object.keys(claims)) ?? checkAccountClaims(claims)
  if (problem !== null) throw new CommandError(EXIT.usage, `--claims: ${problemText(problem)}`)
  return claims
}
