import { CommandError, EXIT, type ExitCode, interrupted, orInterrupted, wrongUsage } from './command-error.ts'
import { readArguments } from './command-line/arguments.ts'
import type { Command } from './command-line/command.ts'
import { describeCommand, describeCommands } from './command-line/help.ts'
import { type Io, tell, write } from './io.ts'
import { stripControls } from './safe-text.ts'
import { token } from './token.ts'
import { type Connection, connect } from './users/account/connection.ts'
import { getClaims, setClaims, unsetClaims } from './users/claims/change-claims.ts'
import { create } from './users/create.ts'
import { deleteAccounts } from './users/delete.ts'
import { exportAccounts } from './users/export/export.ts'
import { get } from './users/get.ts'
import { importAccounts } from './users/import/import.ts'
import { list } from './users/list/list.ts'
import { revoke } from './users/revoke.ts'
import { disable, enable } from './users/set-disabled.ts'
import { update } from './users/update.ts'

const COMMANDS: readonly Command[] = [
  list,
  get,
  create,
  update,
  disable,
  enable,
  revoke,
  deleteAccounts,
  getClaims,
  setClaims,
  unsetClaims,
  exportAccounts,
  importAccounts,
  token
]
const MOST_NAME_WORDS = 3

/** Runs `gatehouse users …` or `gatehouse token …` and gives the exit code. `args` begins with `users` or `token`. */
export async function runAccountCommand(args: readonly string[], io: Io): Promise<ExitCode> {
  // A reader who has gone shows in the callback of the write; the event that follows would end the process.
  const ignore = () => {}
  io.stdout.on('error', ignore)
  io.stderr.on('error', ignore)
  const command = findCommand(args)
  try {
    return await (command === null ? runGroup(args, io) : runCommand(command, args, io))
  } catch (err) {
    if (!(err instanceof CommandError)) throw err
    const hint = err.seeHelp ? `See: gatehouse ${command?.name ?? groupOf(args)} --help\n` : ''
    if (err.message !== '') await tell(io.stderr, `gatehouse: ${err.message}\n${hint}`)
    return err.exitCode
  }
}

async function runCommand(command: Command, args: readonly string[], io: Io): Promise<ExitCode> {
  const read = readArguments(command, args.slice(command.name.split(' ').length))
  if (read.flag('help')) {
    await write(io.stdout, describeCommand(command))
    return EXIT.done
  }
  let connection: Connection | null = null
  const running = command.run({
    io,
    args: read,
    async connect() {
      if (io.signal.aborted) throw interrupted()
      connection ??= await connect(io, read)
      return connection
    }
  })
  try {
    return await (command.endsItself ? running : orInterrupted(io.signal, running))
  } finally {
    await closePlatform(connection)
  }
}

/** `gatehouse users`, `gatehouse users claims`, and what is no command. */
async function runGroup(args: readonly string[], io: Io): Promise<ExitCode> {
  const group = groupOf(args)
  const [next] = args.slice(group.split(' ').length)
  if (next === '--help' || next === '-h') {
    await write(io.stdout, describeCommands(COMMANDS, group))
    return EXIT.done
  }
  const names = COMMANDS.filter(({ name }) => name.startsWith(`${group} `)).map(
    ({ name }) => name.slice(group.length + 1).split(' ')[0]
  )
  const choice = `gatehouse ${group} ${[...new Set(names)].join('|')}`
  if (next === undefined) throw wrongUsage(`something is missing: ${choice}`)
  if (next.startsWith('-'))
    throw wrongUsage(`options come after the subcommand: ${choice} ${stripControls(next)} …`)
  throw wrongUsage(`${stripControls(next)} is not a subcommand: ${choice}`)
}

function findCommand(args: readonly string[]): Command | null {
  for (let count = Math.min(MOST_NAME_WORDS, args.length); count > 0; count--) {
    const name = args.slice(0, count).join(' ')
    const command = COMMANDS.find((candidate) => candidate.name === name)
    if (command !== undefined) return command
  }
  return null
}

/** The words at the beginning that some command begins with. */
function groupOf(args: readonly string[]): string {
  const [first = '', second] = args
  const longer = `${first} ${second}`
  return COMMANDS.some(({ name }) => name.startsWith(`${longer} `)) ? longer : first
}

async function closePlatform(connection: Connection | null): Promise<void> {
  await connection?.platform.close()
}
