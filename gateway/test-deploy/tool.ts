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

/** Runs a program to its end. Rejects when it cannot be started; an exit code is a result. */
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
    // A program that ends before it has read its input is judged by its exit code.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** Runs a program that must succeed; gives what it printed. Rejects with what it said otherwise. */
export async function runOrFail(
  program: string,
  args: readonly string[],
  options: ToolOptions = {}
): Promise<string> {
  const { code, stdout, stderr } = await runTool(program, args, options)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`)
  return stdout
}
