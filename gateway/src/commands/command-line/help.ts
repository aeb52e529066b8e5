import type { Command, HelpConfiguration } from 'commander'
import type { CommandSpec } from './command.ts'

/** Wider lines are hard to read, whatever the terminal has. */
const WIDEST = 100
const WIDTH_WITHOUT_TERMINAL = 80

/** The width of help texts. `columns`: of the terminal; undefined: there is none. */
export function chooseHelpWidth(columns: number | undefined): number {
  return Math.min(columns ?? WIDTH_WITHOUT_TERMINAL, WIDEST)
}

/** How commander writes help texts here. */
export const HELP: HelpConfiguration = {
  // Options are in the help of the command itself.
  subcommandTerm: (command) => `${command.name()} ${command.usage().replace(/ ?\[options\]$/, '')}`.trimEnd()
}

/** Summary and details as the description of a command: paragraphs that are wrapped to the width of the terminal. */
export function describe({ summary, details }: Pick<CommandSpec, 'summary' | 'details'>): string {
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
  // Single line breaks are those of the source file.
  return details === undefined ? sentence : `${sentence}\n\n${details.replace(/(?<!\n)\n(?!\n)/g, ' ')}`
}

/** What stands below the options of a command. */
export function describeExamplesAndCodes({ examples, exitCodes }: CommandSpec): string {
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `  ${code.padEnd(4)} ${meaning}`)
  const lines = examples.map((example) => `  gatehouse ${example}`)
  return ['', 'Examples:', ...lines, '', 'Exit codes:', ...codes].join('\n')
}

/** The full name of a command, such as `gatehouse users get`. */
export function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`
}

/** How a command is called, without its options. */
export function describeUsage(command: Command): string {
  return `${nameOf(command)} ${command.usage().replace(/ ?\[options\]$/, '')}`.trimEnd()
}
