/** The check of bound sessions, and what is offered to browsers that can bind them. */

import { hash } from 'node:crypto'
import { describeOrigin } from '../../src/access/security-events.ts'
import { Fault } from '../../src/errors.ts'
import type { AuthRequest } from '../../src/http/auth-request.ts'
import { isSafeMethod, networkOf } from '../../src/http/origin.ts'
import { accountLogFields } from '../../src/operations/requests/request-line.ts'
import type { SessionCookie } from '../../src/session/cookie/cookie.ts'
import { type AcceptedProof, awaitedDevice, isBound, lacksDevice } from '../../src/session/device.ts'
import type {
  DeviceBinding,
  DevicePlugin,
  DevicesAtOrigin,
  Unproven
} from '../../src/session/device-binding.ts'
import type { Session } from '../../src/session/session.ts'
import { detachString } from '../../src/session/session-cache.ts'
import { createDeviceCookie } from './device-cookie.ts'
import { OFFER_PATH, REGISTER_PATH } from './paths.ts'
import { createProofs, isGoodAt } from './proof.ts'

type BindingOptions = Parameters<NonNullable<DevicePlugin['bindSessions']>>[0]

/** Requests that were on their way while the browser bound the session are sent once more, with the cookies that it has now. */
export const ON_THE_WAY_SECONDS = 5
const NO_COOKIES: readonly string[] = []

/** Reasons to let a request through although its browser has not renewed the proof: the gateway's trouble, not the visitor's. */
const SKIPPED = /^\s*(?:unreachable|server_error|quota_exceeded)\b/

/** What a proof is limited to, by `recheckOn`: 16 characters for network and browser of a request; empty: nothing. */
export function createLimitOf({ recheckOn }: { recheckOn: readonly string[] }) {
  const byNetwork = recheckOn.includes('network')
  const byAgent = recheckOn.includes('user-agent')
  if (!byNetwork && !byAgent) return () => ''
  return (from: AuthRequest | undefined): string =>
    digestOf(byNetwork ? networkOf(from?.client ?? '') : '', byAgent ? from?.headers['user-agent'] : '')
}

function digestOf(network: string, userAgent = ''): string {
  return hash('sha256', `${network} ${userAgent}`, 'base64url').slice(0, 16)
}

const senderOf = ({ client, headers }: AuthRequest) => digestOf(networkOf(client), headers['user-agent'])

export function createDeviceBinding({ config, runtime, bound }: BindingOptions): DeviceBinding {
  const { now, report } = runtime
  const { mode, refreshSeconds, registerWithinSeconds, passDuringOutage } = config.session.deviceBinding
  const passesOutage = passDuringOutage ?? mode === 'when-supported'
  const proofs = createProofs(config.cookie.signatureKeys, now)
  const limitOf = createLimitOf(config.session.deviceBinding)
  const replaced = bound()

  function at(cookie: SessionCookie): DevicesAtOrigin {
    const { origin } = cookie
    const device = createDeviceCookie(cookie)

    function checkUnbound(session: Session, from: AuthRequest | undefined): Unproven | null {
      const boundAtSeconds = replaced.boundAtSeconds(session, origin)
      if (boundAtSeconds !== undefined) {
        const isOnTheWay = now() < boundAtSeconds + ON_THE_WAY_SECONDS && mayComeAgain(from)
        return unproven(session, 'its cookie was replaced by a bound one', isOnTheWay ? 'again' : 'final')
      }
      if (mode !== 'required' || !lacksDevice(session, now())) return null
      const fault = new Fault('DEVICE_BINDING_REQUIRED', { detail: 'the session was not bound in time' })
      return { kind: 'unproven', fault, session, setCookies: NO_COOKIES, passes: 'final' }
    }

    /** The proofs of a request that are of this session: many processes share it. */
    function readProofs(session: Session, cookieHeader: string | undefined): Omit<AcceptedProof, 'sender'>[] {
      return device.read(cookieHeader).flatMap((value) => {
        const read = proofs.readCookie(value, { session, origin })
        return read === null ? [] : { pair: detachString(device.pairOf(value)), at: 0, ...read }
      })
    }

    /** True for the one browser that had a proof until a moment ago, and could not renew it at this gateway. */
    function passesWithout({ proof }: Session, from: AuthRequest | undefined): boolean {
      const isSkipped = SKIPPED.test(String(from?.headers['secure-session-skipped'] ?? ''))
      if (!passesOutage || !isSkipped || proof === undefined || from === undefined) return false
      const overSeconds = now() - proof.untilSeconds
      return (
        proof.sender === senderOf(from) && overSeconds >= -ON_THE_WAY_SECONDS && overSeconds < refreshSeconds
      )
    }

    function refuse(session: Session, from: AuthRequest | undefined): Unproven {
      const { proof } = session
      // The device has a live proof, and would have sent it.
      if (
        proof !== undefined &&
        from !== undefined &&
        from.isRepeated !== true &&
        now() < proof.untilSeconds &&
        proof.sender !== senderOf(from)
      ) {
        const reason = 'no proof, and its device has one elsewhere'
        const facts = { ...describeOrigin(from), ...accountLogFields(session) }
        report({ kind: 'session.binding-refused', ...facts, code: 'DEVICE_PROOF_REQUIRED', reason })
      }
      return unproven(session, 'no live proof of its device', mayProve(from) ? 'after-proof' : 'final')
    }

    /**
     * For a proof from another network or browser: without it, the browser proves itself before it goes on. Its answer is then good
     * at `limits`, where its requests come from, or one that alternates between two networks would be sent round with each request.
     */
    function askAgain(session: Session, limits: string): Unproven {
      return {
        ...unproven(session, 'another network or browser', 'again'),
        setCookies: device.clear(),
        headers: proofs.ask({ session, origin }, limits)
      }
    }

    return {
      passesAgain(session, cookieHeader, from) {
        const { proof } = session
        if (proof === undefined) return !isBound(session) && checkUnbound(session, from) === null
        const isLive = now() < proof.untilSeconds && isGoodAt(proof.from, limitOf(from))
        if (!isLive) return false
        const at = device.find(cookieHeader, proof.pair, proof.at)
        if (at !== -1) proof.at = at
        return at !== -1
      },
      check(session, cookieHeader, from) {
        if (!isBound(session)) return checkUnbound(session, from)
        const limit = limitOf(from)
        const sent = readProofs(session, cookieHeader)
        const accepted = sent.find((one) => isGoodAt(one.from, limit))
        if (accepted !== undefined) {
          // An older one may be a copy, and says nothing about where the device is.
          if (accepted.untilSeconds >= (session.proof?.untilSeconds ?? 0))
            session.proof = { ...accepted, sender: from === undefined ? '' : senderOf(from) }
          return null
        }
        if (passesWithout(session, from)) return null
        const [elsewhere] = sent
        return elsewhere === undefined
          ? refuse(session, from)
          : askAgain(session, `${elsewhere.from}.${limit}`)
      },
      offer: (session) => ({
        'secure-session-registration': `(ES256);path="${REGISTER_PATH}";challenge="${proofs.challenge('register', { session, origin })}"`
      }),
      offerAt: (to) => `${OFFER_PATH}?${new URLSearchParams({ to })}`,
      clear: device.clear
    }
  }

  return { at, awaited: () => awaitedDevice(now() + registerWithinSeconds) }
}

function unproven(session: Session, detail: string, passes: Unproven['passes']): Unproven {
  const fault = new Fault('DEVICE_PROOF_REQUIRED', { detail })
  return { kind: 'unproven', fault, session, setCookies: NO_COOKIES, passes }
}

/** Browsers renew proofs only for requests of the own site: a link from elsewhere arrives without one. */
function mayProve(from: AuthRequest | undefined): boolean {
  if (from?.isPageLoad !== true) return false
  return isSafeMethod(from.method) && from.headers['sec-fetch-site'] !== 'same-origin'
}

/** Of a browser that supports bound sessions; after a hand-over, it comes from another site. Upgrades follow no redirect. */
function mayComeAgain(from: AuthRequest | undefined): boolean {
  return from?.headers['sec-fetch-site'] !== undefined && from.headers.upgrade === undefined
}
