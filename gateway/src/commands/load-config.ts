import { resolve } from 'node:path'
import { type ConfigSources, type InvalidConfig, loadConfig } from '../config/load.ts'
import { type Problem, problemText } from '../problem.ts'
import { openSharedState } from '../shared-state/shared-state.ts'
import { CommandError, EXIT, type ExitCode } from './command-error.ts'
import type { Call } from './command-line/command.ts'
import { write } from './io.ts'

/** The file of `--config`, and the environment. */
export function readSources({ io, args, plugins }: Call): ConfigSources {
  const file = args.text('config')
  return { file: file === undefined ? null : resolve(io.cwd, file), env: io.env, plugins }
}

/** Unwraps a loaded or opened result. Throws a `CommandError` that lists all problems. */
export function unwrapOrExit<Loaded extends { kind: 'loaded' | 'opened' }>(
  loaded: Loaded | InvalidConfig | { kind: 'invalid'; problems: readonly Problem[] }
): Loaded {
  if (loaded.kind === 'invalid') throw new CommandError(EXIT.usage, describeProblems(loaded.problems))
  return loaded
}

/** All problems as text, without a final line break. */
export function describeProblems(problems: readonly Problem[]): string {
  const lines = problems.map(
    (problem) => `\n  ${problemText(problem)}${problem.hint === '' ? '' : `\n      ${problem.hint}`}`
  )
  return `the configuration has ${problems.length} problem${problems.length === 1 ? '' : 's'}:${lines.join('')}`
}

/** `gatehouse check-config`. */
export async function checkConfig({ io, args, plugins }: Call): Promise<ExitCode> {
  const { env } = io
  const file = args.text('config') ?? null
  const { config, warnings } = unwrapOrExit(loadConfig({ file, env, nodeFlags: process.execArgv, plugins }))
  unwrapOrExit(await openSharedState(config, plugins))
  // On demand: a starting gateway checks no modes of files.
  const { listFileIssues } = await import('./file-issues.ts')
  const issues = await listFileIssues({ inspected: { config }, file, env })
  const texts = [...warnings, ...issues.map(({ cause, fix }) => `${cause}: ${fix}`)]
  const lines = texts.map((text) => `warning: ${text}\n`)
  await write(io.stdout, `${lines.join('')}The configuration is valid.\n`)
  return EXIT.done
}
