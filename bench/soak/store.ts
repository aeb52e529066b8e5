import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram } from '../../gateway/test/fixtures/find-program.ts'
import { findFreePort } from '../../gateway/test/fixtures/ports.ts'
import { isListening } from '../../gateway/test-proxies/program.ts'

const POLL_MS = 20

/** The store that the gateways share; what it holds is gone when it stops. */
export interface Store {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
}

/** A Redis or Valkey server of this machine, not started yet; null: none was found. */
export async function findStore(): Promise<Store | null> {
  const program = findProgram('VALKEY_PATH', 'valkey-server') ?? findProgram('REDIS_PATH', 'redis-server')
  if (program === null) return null
  const port = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-soak-store-'))
  let child: ChildProcess | null = null
  process.once('exit', () => {
    child?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
      child = spawn(program, [...place, '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
      while (!(await isListening(port))) await wait(POLL_MS)
    },
    async stop() {
      if (child === null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      child = null
    }
  }
}
