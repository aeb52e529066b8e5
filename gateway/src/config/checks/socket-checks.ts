import { statSync } from 'node:fs'
import type { Problem } from '../../problem.ts'
import { fitsSocketAddress } from '../addresses/upstream-address.ts'

/** What the path of a Unix socket names is a socket or does not exist yet, and the system takes a path of this length. */
export function checkSocketPath(path: string, socketPath: string): Problem | null {
  if (!fitsSocketAddress(socketPath))
    return {
      path,
      message: 'is longer than the 107 bytes that a Unix socket may have',
      hint: 'Choose a shorter path, such as `/run/app/app.sock`.'
    }
  if (!existsAsOther(socketPath)) return null
  return { path, message: 'is not a socket', hint: 'Something else has this name: name the socket itself.' }
}

function existsAsOther(path: string): boolean {
  try {
    return !statSync(path).isSocket()
  } catch {
    // It is not there yet, or not for this user.
    return false
  }
}
