import { parseJsonObject } from '../../config/json-members.ts'
import { findInexactNumber } from '../../identity-platform/accounts/user-record.ts'
import type { Problem } from '../../problem.ts'
import { wrongUsage } from '../command-error.ts'
import type { Arguments } from './command.ts'

const MAX_SHOWN_NUMBER = 40

/** Checks that JSON parsing preserves all numbers. `path` of the problem is empty. */
export function checkNumbers(json: string): Problem | null {
  const literal = findInexactNumber(json)
  if (literal === null) return null
  const shown = literal.length > MAX_SHOWN_NUMBER ? `${literal.slice(0, MAX_SHOWN_NUMBER)}…` : literal
  return {
    path: '',
    message: `${shown} is a number that would lose precision: quote it as text, "${shown}"`,
    hint: ''
  }
}

/** An option that is a JSON object; undefined if not given. */
export function readObject(args: Arguments, name: string): Record<string, unknown> | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  const value = parseJsonObject(text)
  if (value === null) throw wrongUsage(`--${name} needs a JSON object, such as '{"role":"admin"}'`)
  const problem = checkNumbers(text)
  if (problem !== null) throw wrongUsage(`--${name}: ${problem.message}`)
  return value
}
