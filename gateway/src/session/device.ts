/** The field of a session's cookie that says to which device it is bound. */

/** Field of a session cookie: the public key that it is bound to, or until when a device is awaited, in epoch seconds. */
export const DEVICE_FIELD = /^(?:k\.[\w-]{44}|u\.\d{1,12})$/

interface Bindable {
  device?: string
}

/** `key`: P-256 point, compressed, in base64url. */
export const deviceOfKey = (key: string): string => `k.${key}`

export const awaitedDevice = (untilSeconds: number): string => `u.${Math.floor(untilSeconds)}`

export const isBound = ({ device }: Bindable): boolean => device?.startsWith('k.') === true

/** The key that a session is bound to; null: it is not. */
export function keyOfDevice(session: Bindable): string | null {
  return isBound(session) ? (session.device ?? '').slice(2) : null
}

/** True for a session of a browser that is bound to no device, and no longer awaits one. */
export function lacksDevice(session: Bindable & { bearer?: object }, nowSeconds: number): boolean {
  if (session.bearer !== undefined || isBound(session)) return false
  return session.device === undefined || nowSeconds >= Number(session.device.slice(2))
}

/** The last proof that passed with a cached session. */
export interface AcceptedProof {
  /** The cookie beside the session's, as in a `Cookie` header. */
  pair: string
  /** Where it was in the last header that had it. */
  at: number
  /** Epoch seconds. */
  untilSeconds: number
  /** What it is limited to besides the session, separated by dots; empty: nothing. */
  from: string
  /** A digest of the network and the browser that sent it. */
  sender: string
}
