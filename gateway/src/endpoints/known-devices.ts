import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/schema/schema.ts'
import { deriveSessionKey } from '../session/cookie/cookie-value.ts'
import { type DatedOwner, keyOf } from '../session/session.ts'
import { createPageCookie } from './language.ts'

/** Browsers keep no cookie longer (RFC 6265bis, 5.5). */
const KNOWN_SECONDS = 400 * 24 * 60 * 60
/** Accounts that a device remembers, the last used first. */
const MAX_ACCOUNTS = 4
/** Of a keyed hash: enough for a few accounts. */
const HASH_CHARS = 16
const SEPARATOR = '.'
const PURPOSE = 'accounts of this device'

/**
 * Accounts that were used on a device before, in a signed cookie of the sign-in host: keyed hashes, which say
 * nothing without the key. Nothing else about the device is looked at. The cookie grants nothing: with a copy of
 * it, a sign-in is only not reported as new.
 */
export function createKnownDevices(config: Pick<Config, 'publicUrl' | 'cookie' | 'session' | 'paths'>) {
  const { rememberDevices } = config.session
  // Sent with sign-ins alone: every other request would carry it in vain.
  const cookie = createPageCookie(config, 'device', 'shared', config.paths.session)
  const keys = config.cookie.signatureKeys.map(deriveSessionKey)

  /** Empty if the cookie is missing or not ours. */
  function readAccounts(request: FastifyRequest): readonly string[] {
    const [signature = '', ...accounts] = (cookie.read(request) ?? '').split(SEPARATOR)
    const isOurs =
      accounts.length <= MAX_ACCOUNTS && keys.some((key) => key.verify([PURPOSE, ...accounts], signature))
    return isOurs ? accounts : []
  }

  return {
    /** Whether the account was not used on this device before; from now on it was. False if that is not recorded. */
    note(request: FastifyRequest, reply: FastifyReply, owner: DatedOwner): boolean {
      const [key] = keys
      if (!rememberDevices || !cookie.isKept || key === undefined) return false
      const hashes = keys.map(({ sign }) =>
        sign([PURPOSE, keyOf(owner), String(owner.createdAtMs)]).slice(0, HASH_CHARS)
      )
      const known = readAccounts(request)
      const others = known.filter((account) => !hashes.includes(account))
      const accounts = [...hashes.slice(0, 1), ...others].slice(0, MAX_ACCOUNTS)
      cookie.set(reply, [key.sign([PURPOSE, ...accounts]), ...accounts].join(SEPARATOR), KNOWN_SECONDS)
      return others.length === known.length
    }
  }
}
