import { parseArgs } from 'node:util'
import { parseJsonObject } from '../../config/json-object.ts'
import { findInexactNumber } from '../../identity-platform/accounts/user-record.ts'
import { type CommandError, wrongUsage } from '../command-error.ts'
import { stripControls } from '../safe-text.ts'
import { COMMON_OPTIONS, type OptionSpec } from './options.ts'

/** How a command is written. */
export interface CommandLine {
  /** As it is typed, such as `users claims set`. */
  name: string
  /** The words after the name, such as `<user> [key]`. */
  words: string
  /** How many words may come. */
  wordCount: readonly [least: number, most: number]
  /** Its own options, beside those that all commands take. */
  options: readonly OptionSpec[]
}

/** A command line that was understood. */
export interface Arguments {
  /** What stands there without dashes, after the name of the command. */
  words: readonly string[]
  /** The value of an option; undefined when it was not given. */
  text(name: string): string | undefined
  /** True when given, false when denied by `--no-…`, else undefined. */
  flag(name: string): boolean | undefined
}

/** Reads what stands after the name of a command. Throws a `CommandError` that says what to write instead. */
export function readArguments(command: CommandLine, args: readonly string[]): Arguments {
  const specs = [...command.options, ...COMMON_OPTIONS].flatMap(withDenial)
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(specs.map((spec) => [spec.name, toParseOption(spec)])),
    strict: false,
    allowPositionals: true,
    tokens: true
  })
  const words: string[] = []
  const given = new Map<string, string | true>()
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const spec = specs.find(({ name }) => name === token.name)
    if (spec === undefined) throw unknownOption(command, token.rawName, specs)
    checkOption(spec, token, given)
    given.set(spec.name, token.value ?? true)
  }
  // Somebody who asks for help has not written the rest yet.
  if (!given.has('help')) checkWords(command, words)
  return {
    words,
    text(name) {
      const value = given.get(name)
      return typeof value === 'string' ? value : undefined
    },
    flag: (name) => (given.has(name) ? true : given.has(`no-${name}`) ? false : undefined)
  }
}

/** The value of an option that is a whole number of at least 1; undefined when it was not given. */
export function readCount(args: Arguments, name: string): number | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && Number.isSafeInteger(value)) return value
  throw wrongUsage(`--${name} takes a whole number of at least 1`)
}

/** The value of an option that is one of a few words; undefined when it was not given. */
export function readChoice<T extends string>(
  args: Arguments,
  name: string,
  choices: readonly T[]
): T | undefined {
  const text = args.text(name)
  const choice = choices.find((word) => word === text)
  if (choice === undefined && text !== undefined)
    throw wrongUsage(`--${name} takes one of: ${choices.join(', ')}`)
  return choice
}

/** The value of an option that is a JSON object; undefined when it was not given. */
export function readObject(args: Arguments, name: string): Record<string, unknown> | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  const value = parseJsonObject(text)
  if (value === null) throw wrongUsage(`--${name} takes a JSON object, such as '{"role":"admin"}'`)
  const complaint = complainAboutNumbers(text)
  if (complaint !== null) throw wrongUsage(`--${name}: ${complaint}`)
  return value
}

const LONGEST_SHOWN_NUMBER = 40

/** Why the numbers in a JSON text cannot be taken; null when they can. */
export function complainAboutNumbers(json: string): string | null {
  const literal = findInexactNumber(json)
  if (literal === null) return null
  const shown = literal.length > LONGEST_SHOWN_NUMBER ? `${literal.slice(0, LONGEST_SHOWN_NUMBER)}…` : literal
  return `${shown} is a number that would not be kept as it is: quote it as text, "${shown}"`
}

function withDenial(spec: OptionSpec): OptionSpec[] {
  return spec.isDeniable === true ? [spec, { name: `no-${spec.name}`, about: '' }] : [spec]
}

function toParseOption({ short, value, refusal }: OptionSpec): {
  type: 'string' | 'boolean'
  short?: string
} {
  const type = value === undefined && refusal === undefined ? 'boolean' : 'string'
  return short === undefined ? { type } : { type, short }
}

function checkOption(
  spec: OptionSpec,
  token: { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined },
  given: ReadonlyMap<string, unknown>
): void {
  const { name, value, refusal } = spec
  if (refusal !== undefined) throw wrongUsage(`--${name}: ${refusal}`)
  if (given.has(name) && value !== undefined) throw wrongUsage(`--${name} stands there twice: keep one`)
  const opposite = name.startsWith('no-') ? name.slice('no-'.length) : `no-${name}`
  if (given.has(opposite)) throw wrongUsage(`--${name} and --${opposite} contradict each other: keep one`)
  if (value === undefined) {
    if (token.value !== undefined) throw wrongUsage(`--${name} takes no value: write --${name} alone`)
    return
  }
  if (token.value === undefined || token.value === '')
    throw wrongUsage(`--${name} needs a value: --${name} ${value}`)
  if (token.inlineValue !== true && token.value.startsWith('-') && token.value !== '-') {
    throw wrongUsage(
      `--${name} needs a value: --${name} ${value} (--${name}=… for one that begins with a dash)`
    )
  }
}

function unknownOption(command: CommandLine, rawName: string, specs: readonly OptionSpec[]): CommandError {
  const known = specs.filter(({ refusal }) => refusal === undefined).map(({ name }) => `--${name}`)
  return wrongUsage(
    `${stripControls(rawName)} is not an option of gatehouse ${command.name}, which takes ${known.join(', ')}`
  )
}

function checkWords({ name, words, wordCount: [least, most] }: CommandLine, given: readonly string[]): void {
  const usage = `gatehouse ${name}${words === '' ? '' : ` ${words}`}`
  if (given.length < least) throw wrongUsage(`something is missing: ${usage}`)
  const surplus = given[most]
  if (surplus !== undefined)
    throw wrongUsage(
      `${stripControls(surplus)} is one word too many: ${usage} (quote texts that contain spaces)`
    )
}
