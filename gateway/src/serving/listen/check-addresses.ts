import { createServer } from 'node:net'
import type { Config } from '../../config/schema/schema.ts'
import { planTcp } from '../../http/connections/listening-server.ts'
import { planPlace } from './plan.ts'

/**
 * Rejects, as listening would, when an address of the configuration cannot be had, and removes a socket that a killed process left
 * behind: for a process that others listen through, who would each say so in other words. From then on the files of Unix sockets
 * are made as `listen.unix` wants them.
 */
export async function checkAddresses({
  listen,
  forwardAuth
}: Pick<Config, 'listen' | 'forwardAuth'>): Promise<void> {
  const visitors = planPlace(listen)
  await visitors.prepare?.()
  // For as long as the process lives: the file is made when the first of the others listens.
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
