import { createServer } from 'node:net'
import type { Config } from '../../config/schema/schema.ts'
import { planTcp } from '../../http/connections/listening-server.ts'
import { planPlace } from './plan.ts'

/**
 * Rejects like listening would if a configured address is unavailable, and removes a stale Unix socket. For the primary, whose
 * workers would otherwise each report the error differently. Sets the umask that `listen.unix` needs.
 */
export async function checkAddresses({
  listen,
  forwardAuth
}: Pick<Config, 'listen' | 'forwardAuth'>): Promise<void> {
  const visitors = planPlace(listen)
  await visitors.prepare?.()
  // Permanently: the file is created when the first worker listens.
  if (visitors.creationMask !== undefined) process.umask(visitors.creationMask)
  const others = forwardAuth.enabled ? [forwardAuth.listen, forwardAuth.grpc] : []
  for (const { at } of [visitors, ...others.flatMap((address) => (address === null ? [] : planTcp(address)))])
    if ('port' in at && at.port !== 0) await tryAddress(at)
}

function tryAddress(at: ReturnType<typeof planTcp>['at']): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(at, () => server.close(() => resolve()))
  })
}
