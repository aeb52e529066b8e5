import { type Command, Option } from 'commander'
import type { Problem } from '../../problem.ts'
import type { OptionSpec } from './command.ts'
import { UsageError } from './usage-error.ts'

/** The command line that is being parsed. */
export interface Given {
  argv: readonly string[]
  /** Long flags of the options that were met so far. */
  given: Set<string>
}

/** Adds an option of the table to a command, with what commander does not check. */
export function declareOption(command: Command, spec: OptionSpec, line: Given): void {
  const { name, short, about, aboutNegated, refusal } = spec
  const flags = [short === undefined ? '' : `-${short},`, `--${name}`, describeValue(spec)]
  const options = [new Option(flags.join(' ').trim(), about).hideHelp(refusal !== undefined)]
  if (spec.isRepeatable === true)
    for (const option of options) option.argParser((text, before: unknown) => [before ?? [], text].flat())
  if (aboutNegated !== undefined) options.push(new Option(`--no-${name}`, aboutNegated))
  for (const option of options) {
    command.addOption(option)
    command.on(`option:${option.name()}`, (text: unknown) => {
      const problem = checkOption(spec, option, { ...line, value: option.required ? String(text) : null })
      if (problem !== null) throw new UsageError(command, problem)
      line.given.add(`--${option.name()}`)
    })
  }
}

/** A value that is refused anyway may be left out, and is read so that nothing else takes it. */
function describeValue({ value, choices, isValueOptional, refusal }: OptionSpec): string {
  if (refusal !== undefined) return '[value]'
  const shown = choices?.join('|') ?? value
  if (shown === undefined) return ''
  return isValueOptional === true ? `[${shown}]` : `<${shown}>`
}

/** `value`: null for a flag. */
function checkOption(
  { choices, refusal, isRepeatable = false }: OptionSpec,
  option: Option,
  { argv, given, value }: Given & { value: string | null }
): Problem | null {
  const path = `--${option.name()}`
  const problem = (message: string): Problem => ({ path, message, hint: '' })
  if (refusal !== undefined) return problem(refusal)
  const opposite = path.startsWith('--no-') ? path.replace('--no-', '--') : path.replace('--', '--no-')
  if (given.has(opposite)) return problem(`contradicts ${opposite}; keep one`)
  if (value === null) return null
  if (given.has(path) && !isRepeatable) return problem('is given twice; keep one')
  const usage = `needs a value: ${option.flags.replace(/^-., /, '')}`
  if (value === '') return problem(usage)
  // Commander takes the next option for the value.
  const isInline = argv.some((arg) => arg === `${path}=${value}` || arg === `${option.short ?? path}${value}`)
  if (value.startsWith('-') && value !== '-' && !isInline)
    return problem(`${usage} (${path}=… for one that begins with a dash)`)
  const isAllowed = choices === undefined || choices.includes(value)
  return isAllowed ? null : problem(`takes one of: ${choices.join(', ')}`)
}
