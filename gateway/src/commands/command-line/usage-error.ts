import type { Command, CommanderError } from 'commander'
import type { Problem } from '../../problem.ts'
import { stripControls } from '../safe-text.ts'
import { describeUsage, nameOf } from './help.ts'

/** Ends the parsing of a command line that cannot be meant as it is written. */
export class UsageError extends Error {
  /** The command whose help explains it, such as `gatehouse users get`. */
  readonly command: string
  readonly problem: Problem

  constructor(command: Command, problem: Problem) {
    super(problem.message)
    this.command = nameOf(command)
    this.problem = problem
  }
}

/**
 * Throws what commander found wrong as a `UsageError`. Commander shows what was typed; values are left out of it, since
 * they may be secrets, and so is what a terminal would obey.
 */
export function refuseUsage(command: Command, err: CommanderError): never {
  const { problem, suggestion } = readMessage(err.message)
  switch (err.code) {
    case 'commander.unknownOption':
      return refuseOption(command, err.message)
    case 'commander.unknownCommand':
      throw refusal(command, `${problem}${suggestion}`, listCommands(command))
    case 'commander.help':
      throw refusal(command, 'a command is missing', listCommands(command))
    case 'commander.missingArgument':
      throw refusal(command, problem, `Usage: ${describeUsage(command)}`)
    case 'commander.excessArguments':
      throw refusal(command, problem, `Usage: ${describeUsage(command)} (quote texts that contain spaces)`)
    default:
      throw refusal(command, `${problem}${suggestion}`)
  }
}

function refuseOption(command: Command, message: string): never {
  // A value may follow: `--name=value`, or `-pvalue` for an option that is not known.
  const [, flag = '', value] = /^error: unknown option '(--[^=']*|-[^-])(=?)/.exec(message) ?? []
  if (value !== '=') {
    const { suggestion } = readMessage(message)
    const hint = command.commands.length > 0 ? listCommands(command) : listOptions(command)
    throw refusal(command, `unknown option '${stripControls(flag)}'${suggestion}`, hint)
  }
  if (command.options.some(({ long }) => long === flag))
    throw new UsageError(command, { path: flag, message: `takes no value; write ${flag} alone`, hint: '' })
  // Commander found nothing similar to the whole of it: without the value it may.
  command.parse([flag], { from: 'user' })
  throw refusal(command, `unknown option '${stripControls(flag)}'`)
}

function refusal(command: Command, message: string, hint = ''): UsageError {
  return new UsageError(command, { path: '', message, hint })
}

/** `error: …`, and on a line of its own the suggestion, which holds nothing but names of ours. */
function readMessage(message: string): { problem: string; suggestion: string } {
  const [, problem = '', suggestion = ''] =
    /^error: ([\s\S]*?)(\n\(Did you mean [\w ,-]+\?\))?$/.exec(message) ?? []
  return { problem: stripControls(problem), suggestion }
}

/** What may stand after the name of a group. */
function listCommands(group: Command): string {
  return `Commands: ${nameOf(group)} ${group.commands.map((command) => command.name()).join('|')}`
}

function listOptions(command: Command): string {
  const options = command.options.filter(({ hidden }) => !hidden)
  const words = command.registeredArguments.length > 0 ? ' (-- before a word that begins with a dash)' : ''
  return `Options: ${[...options.map(({ long }) => long), '--help'].join(', ')}${words}`
}
