import { Fault } from '../errors.ts'
import type { RequestTarget } from '../http/target.ts'

/**
 * Gives the function that takes a folder such as `/wiki/` off a target that lies in it. Throws a `Fault` `INVALID_REQUEST`
 * where what is left begins with `//`: servers take that for a host (RFC 3986, 4.2).
 */
export function stripFolder(folder: string): (target: RequestTarget) => string {
  const kept = folder.length - 1
  return ({ raw }) => {
    const rest = raw.slice(kept)
    if (rest.startsWith('//'))
      throw new Fault('INVALID_REQUEST', { detail: 'request target: begins with // below the folder' })
    return rest.startsWith('/') ? rest : `/${rest}`
  }
}
