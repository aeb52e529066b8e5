import { randomFillSync } from 'node:crypto'

/** Ids per batch of random bytes. */
const BATCH = 128
const BYTES = 16
/** Position of each byte's two digits. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const DIGITS = Buffer.from('0123456789abcdef', 'latin1')

const REQUEST_ID = /^[\w.-]{1,64}$/

/** True if safe to use as a request id in responses and logs. */
export function isRequestId(text: unknown): text is string {
  return typeof text === 'string' && REQUEST_ID.test(text)
}

/** Generates random UUIDs (version 4) with a tenth of the garbage of Node's `randomUUID`. */
export function createRequestIds(): () => string {
  const random = Buffer.allocUnsafeSlow(BATCH * BYTES)
  const text = Buffer.from('00000000-0000-0000-0000-000000000000', 'latin1')
  let next = random.length
  return () => {
    if (next === random.length) {
      randomFillSync(random)
      next = 0
    }
    for (let index = 0; index < BYTES; index++) {
      let byte = random[next++] ?? 0
      // Version and variant (RFC 9562, 5.4).
      if (index === 6) byte = (byte & 0x0f) | 0x40
      else if (index === 8) byte = (byte & 0x3f) | 0x80
      const place = PLACES[index] ?? 0
      text[place] = DIGITS[byte >> 4] ?? 0
      text[place + 1] = DIGITS[byte & 0x0f] ?? 0
    }
    return text.toString('latin1')
  }
}

/**
 * UUIDs with a random first group: version 4, and Envoy's variants of it that mark a trace. Time-based ones
 * begin alike.
 */
const RANDOM_UUID = /^([0-9a-f]{8})-[0-9a-f]{4}-[49ab][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The short form shown to visitors: the first 8 characters if random, otherwise the whole id. A prefix, so
 * that searching the log finds it.
 */
export function shortReference(requestId: string): string {
  return RANDOM_UUID.exec(requestId)?.[1] ?? requestId
}
