import { EXIT_CODES_TEXT } from '../command-error.ts'
import type { Command } from './command.ts'
import { COMMON_OPTIONS, type OptionSpec } from './options.ts'

const WHO_TEXT = `<user> is a uid, or an e-mail address if it contains @, or a phone number if it is + and digits.`

/** The help of one command. */
export function describeCommand(command: Command): string {
  const { name, words, summary, details, options } = command
  const usage = ['gatehouse', name, words, '[options]'].filter((part) => part !== '').join(' ')
  const paragraphs = [usage, sentence(summary)]
  if (details !== undefined) paragraphs.push(details)
  if (words.includes('<user>')) paragraphs.push(WHO_TEXT)
  const lines = [...options, ...COMMON_OPTIONS]
    .filter(({ refusal }) => refusal === undefined)
    .map(describeOption)
  return `${paragraphs.join('\n\n')}\n\n${lines.join('')}\n${EXIT_CODES_TEXT}`
}

/** The help of all commands whose name begins with `group`. */
export function describeCommands(commands: readonly Command[], group: string): string {
  const lines = commands
    .filter(({ name }) => name.startsWith(`${group} `))
    .map(({ name, words, summary }) => {
      const usage = `  gatehouse ${name}${words === '' ? '' : ` ${words}`}`
      return `${usage.padEnd(46)} ${summary}\n`
    })
  return `${lines.join('')}
${WHO_TEXT} --by uid|email|phone insists.
All take --config FILE, --tenant ID (or --no-tenant) and --help. Options come after the subcommand.
${EXIT_CODES_TEXT}`
}

function describeOption({ name, short, value, about }: OptionSpec): string {
  const usage = `  ${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
  return `${usage.padEnd(36)} ${about}\n`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
