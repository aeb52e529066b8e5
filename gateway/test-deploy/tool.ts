import { spawn } from 'node:child_process'

/** How a program ended. */
export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface ToolOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  input?: string
}

/** Runs a program to its end. Rejects if it cannot be started; any exit code is a result. */
export function runTool(
  program: string,
  args: readonly string[],
  { cwd, env, input = '' }: ToolOptions = {}
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
    // For a program that ends before reading its input, the exit code counts.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** Runs a program that must succeed; returns its output. Otherwise rejects with the output. */
export async function runOrFail(
  program: string,
  args: readonly string[],
  options: ToolOptions = {}
): Promise<string> {
  const { code, stdout, stderr } = await runTool(program, args, options)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`)
  return stdout
}

/** Variables that npm would otherwise inherit from the run of a script. */
const NOT_INHERITED = /^npm_(?!config_(registry|userconfig|globalconfig|cafile)$)/i

/** The environment without what npm says to the scripts that it runs. */
export function withoutNpmVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_INHERITED.test(name)))
}
