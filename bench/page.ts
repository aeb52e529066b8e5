import { startDemo } from '../gateway/demo/demo.ts'
import { createLog } from '../gateway/src/operations/logging.ts'
import { findFreePort } from './child.ts'

/** A gateway with the stand-in provider, for its login page. */
export async function startPage(): Promise<{ url: string; close(): Promise<void> }> {
  const demo = await startDemo({ port: await findFreePort(), log: createLog('silent') })
  return { url: `${demo.url}/login?redirect=%2Freports%2F2026`, close: () => demo.close() }
}
