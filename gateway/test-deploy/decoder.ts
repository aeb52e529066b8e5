import { join } from 'node:path'
import { packagePath } from '../src/config/package-files.ts'
import { findProgram } from '../test/fixtures/processes/find-program.ts'
import { runTool } from './tool.ts'

const SOURCE = packagePath('gateway', 'test-deploy', 'chart', 'decode')

/** `decoder`: a program that reads manifests from standard input, and fails for a field that their kind does not have. */
export type Decoder = { kind: 'built'; decoder: string } | { kind: 'missing'; reason: string }

/** Builds the strict decoder of Kubernetes objects in a folder. */
export async function buildDecoder(folder: string): Promise<Decoder> {
  const go = findProgram('GO_PATH', 'go')
  const decoder = join(folder, 'decode')
  const built = go === null ? null : await runTool(go, ['build', '-o', decoder, '.'], { cwd: SOURCE })
  if (built?.code === 0) return { kind: 'built', decoder }
  const reason = built === null ? 'go not found' : (built.stderr.trim().split('\n').at(-1) ?? '')
  return { kind: 'missing', reason: `the strict decoder of manifests cannot be built: ${reason}` }
}
