import type { Command, HelpConfiguration } from 'commander'

/** Wider lines are hard to read. */
const WIDEST = 100
const WIDTH_WITHOUT_TERMINAL = 80

/** Width of help texts. `columns`: of the terminal; undefined: none. */
export function chooseHelpWidth(columns: number | undefined): number {
  return Math.min(columns ?? WIDTH_WITHOUT_TERMINAL, WIDEST)
}

export const HELP: HelpConfiguration = {
  // Options are in the help of the command itself.
  subcommandTerm: (command) => `${command.name()} ${describeWords(command)}`.trimEnd(),
  commandDescription(command) {
    const summary = command.summary()
    const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
    // Single line breaks only wrap the source.
    const details = command.description().replace(/(?<!\n)\n(?!\n)/g, ' ')
    return details === '' ? sentence : `${sentence}\n\n${details}`
  }
}

/** The full name of a command, such as `gatehouse users get`. */
export function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`
}

/** Usage of a command, without its options. */
export function describeUsage(command: Command): string {
  return `${nameOf(command)} ${describeWords(command)}`.trimEnd()
}

function describeWords(command: Command): string {
  return command.usage().replace(/ ?\[options\]$/, '')
}
