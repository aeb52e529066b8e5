import type { RequestTarget } from '../http/target.ts'

/**
 * Gives the function that takes a folder such as `/wiki/` off a target that lies in it. What is left may not begin with `//`:
 * `Applications.at` finds no application for such targets.
 */
export function stripFolder(folder: string): (target: RequestTarget) => string {
  const kept = folder.length - 1
  return ({ raw }) => {
    const rest = raw.slice(kept)
    return rest.startsWith('/') ? rest : `/${rest}`
  }
}
