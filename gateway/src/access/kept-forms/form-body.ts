import type { IncomingMessage } from 'node:http'
import { limitBodyTime, type StartTimer } from '../../http/body.ts'

/** Longest time such a body may take to arrive, in milliseconds. */
const BODY_TIMEOUT_MS = 10_000
/** As many as most applications read. */
const MOST_FIELDS = 1000
/** A browser writes every end of a line as CR LF (https://html.spec.whatwg.org/#constructing-the-form-data-set). */
const LONE_BREAK = /%0D(?!%0A)|(?<!%0D)%0A/
/** A hidden field of this name is sent with the name of the encoding, whatever its value is. */
const CHARSET_FIELD = /(?:^|&)_charset_=(?!UTF-8(?:&|$))/i

export interface FormBodyOptions {
  maxBytes: number
  /** The real one when left out. */
  startTimer?: StartTimer
}

/**
 * The body of a form as it came; null: it is too long, too slow, cut off, or none that a browser would send again byte for byte. What
 * is still to come of it is thrown away.
 */
export function readForm(
  raw: IncomingMessage,
  { maxBytes, startTimer }: FormBodyOptions
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
    limitBodyTime(raw, BODY_TIMEOUT_MS, () => settle(null), startTimer)
    raw.once('end', () => settle(asSentAgain(Buffer.concat(chunks).toString('latin1'))))
    raw.once('error', () => settle(null))
    raw.once('close', () => settle(null))
    raw.on('data', take)
  })
}

/** The same form; null: a browser that reads it would send other bytes, or it has too many fields. */
export function asSentAgain(form: string): string | null {
  const fields = new URLSearchParams(form)
  if (fields.size > MOST_FIELDS || LONE_BREAK.test(form) || CHARSET_FIELD.test(form)) return null
  return fields.toString() === form ? form : null
}
