import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'

/** The content codings that answers are sent in. */
export type Encoding = 'br' | 'gzip'

/** Higher levels take more time than they save on the way. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6

const BEST_FIRST: readonly Encoding[] = ['br', 'gzip']
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** What its types leave out: the order of what the client weights alike. */
interface EncodingNegotiator {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): readonly string[]
}

/**
 * The encoding that an `Accept-Encoding` header weights highest (RFC 9110, 12.5.3), of those that there are, the best one
 * where it weights several alike. Null: not compressed, also where the header refuses all there is.
 */
export function chooseEncoding(
  accepted: string | string[] | undefined,
  isThere: (encoding: Encoding) => boolean = () => true
): Encoding | null {
  const headers = { 'accept-encoding': String(accepted ?? '') }
  const negotiator: EncodingNegotiator = new Negotiator({ headers })
  const available = BEST_FIRST.filter(isThere)
  const [first] = negotiator.encodings([...available, 'identity'], { preferred: BEST_FIRST })
  return available.find((encoding) => encoding === first) ?? null
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
