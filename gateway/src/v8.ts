/** How V8 runs the program. Imports nothing of it, so that it is set before anything else is loaded. */

import * as nodeModule from 'node:module'
import { basename, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

/** On by default in all versions since V8 13 (Node 24), where it knows the processor. */
const hasMaglev = Number.parseInt(process.versions.v8, 10) >= 13 && ['arm64', 'x64'].includes(process.arch)
const COMPILERS = ['opt', 'sparkplug', ...(hasMaglev ? ['maglev'] : [])]

/**
 * Sets V8 up for a start. Nearly all its code runs once: compiling it takes a tenth of the time, and what compilers touch 10 MiB. A
 * young generation that grows meanwhile keeps 8 MiB that are not needed until there is load. `folder`: of the running program.
 */
export function beginStart(folder: string): void {
  // The first: see gateway/docs/hot-path.md. The second: the only WebAssembly is undici's parser, at which optimizing takes 100 ms and
  // 10 MiB, and saves nothing measurable.
  setFlagsFromString('--no-allocation-site-pretenuring --liftoff-only')
  for (const compiler of COMPILERS) setFlagsFromString(`--no-${compiler}`)
  setFlagsFromString('--semi-space-growth-factor=1')
  // For programs without a `finishStart` of their own, such as the stand-in.
  setTimeout(finishStart, 5000).unref()
  if (basename(folder) !== 'bundle') return
  // After the flags: V8 takes what was compiled with the same ones. Node has no cache before 22.1, and adds to it where it may write.
  if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function')
    nodeModule.enableCompileCache(join(folder, 'compile-cache'))
}

/** From now on, code that runs often is compiled, and the young generation grows. Does nothing the second time. */
export function finishStart(): void {
  for (const compiler of COMPILERS) setFlagsFromString(`--${compiler}`)
  setFlagsFromString('--semi-space-growth-factor=2')
}
