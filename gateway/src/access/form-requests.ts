import type { IncomingMessage } from 'node:http'
import type { Schedule } from '../async.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import { limitBodyTime } from '../http/message.ts'
import { formAddress, MAX_TARGET_CHARS, resolveRedirectTarget } from './redirect-target.ts'

/** Of the key of a kept form. */
const KEY_CHARS = 22
/** The charset is optional; browsers send no other. */
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*$/i

/** True for a form with a body that may be sent again. */
export function isForm({ method, headers }: AuthRequest, maxBytes: number): boolean {
  return (
    method === 'POST' &&
    FORM_TYPE.test(headers['content-type'] ?? '') &&
    headers['content-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) <= maxBytes
  )
}

/** The page posts to this path on its own origin, so browsers must not read it as another host. */
export function isSafeTarget({ target, origin }: AuthRequest): boolean {
  const raw = target?.raw ?? ''
  if (formAddress(raw, '-'.repeat(KEY_CHARS)).length > MAX_TARGET_CHARS) return false
  return resolveRedirectTarget(raw, { publicOrigin: origin, reserved: [], home: '' }) === raw
}

const BODY_TIMEOUT_MS = 10_000
/** The usual limit of application frameworks. */
const MAX_FIELDS = 1000
/** Browsers normalize line breaks to CR LF (https://html.spec.whatwg.org/#constructing-the-form-data-set). */
const LONE_BREAK = /%0D(?!%0A)|(?<!%0D)%0A/
/** Browsers replace the value of a hidden `_charset_` field with the encoding's name. */
const CHARSET_FIELD = /(?:^|&)_charset_=(?!UTF-8(?:&|$))/i

/**
 * The raw form body; null if it is too long, too slow, aborted, or would not be resent byte for byte. The
 * rest of a rejected body is discarded.
 */
export function readForm(
  raw: IncomingMessage,
  { maxBytes, schedule }: { maxBytes: number; schedule?: Schedule }
): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const settle = (form: string | null) => {
      raw.off('data', take)
      raw.resume()
      resolve(form)
    }
    function take(chunk: Buffer): void {
      bytes += chunk.length
      if (bytes > maxBytes) settle(null)
      else chunks.push(chunk)
    }
    limitBodyTime(raw, BODY_TIMEOUT_MS, () => settle(null), schedule)
    raw.once('end', () => settle(asSentAgain(Buffer.concat(chunks).toString('latin1'))))
    raw.once('error', () => settle(null))
    raw.once('close', () => settle(null))
    raw.on('data', take)
  })
}

/** The form if a browser would resend it byte for byte; null otherwise, or if it has too many fields. */
export function asSentAgain(form: string): string | null {
  if (form.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) return null
  const fields = new URLSearchParams(form)
  if (LONE_BREAK.test(form) || CHARSET_FIELD.test(form)) return null
  return fields.toString() === form ? form : null
}
