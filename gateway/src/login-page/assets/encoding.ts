import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** How an answer may travel. */
export type Encoding = 'br' | 'gzip'

/** Above this every step costs more time than it saves on the way. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6

const BEST_FIRST: readonly Encoding[] = ['br', 'gzip']
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * The best encoding that an `Accept-Encoding` header takes (RFC 9110, 12.5.3; weight 0 means "not that"), of those that
 * there are; null: as it is.
 */
export function chooseEncoding(
  accepted: string | string[] | undefined,
  isThere: (encoding: Encoding) => boolean = () => true
): Encoding | null {
  const taken = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';', 1)[0]?.trim())
  return BEST_FIRST.find((encoding) => taken.includes(encoding) && isThere(encoding)) ?? null
}

/** Compresses a text off the main thread. */
export function compress(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(text, { level: GZIP_LEVEL })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT
  }
  return toBrotli(text, { params })
}
