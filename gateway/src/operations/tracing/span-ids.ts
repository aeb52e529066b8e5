import { randomFillSync } from 'node:crypto'

const ID_BYTES = 8
const POOL_BYTES = 4096

const pool = Buffer.alloc(POOL_BYTES)
let usedBytes = POOL_BYTES

/** A random id of a span: 16 hexadecimal digits. Random bytes are fetched for 512 ids at once. */
export function nextSpanId(): string {
  if (usedBytes === POOL_BYTES) {
    randomFillSync(pool)
    usedBytes = 0
  }
  const id = pool.toString('hex', usedBytes, usedBytes + ID_BYTES)
  usedBytes += ID_BYTES
  return id
}
