import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'

/** Content codings of responses. */
export type Encoding = 'br' | 'gzip'

/** Higher levels cost more time than they save in transfer. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6

/** The rest is ignored: browsers send 30. */
const MAX_ACCEPTED_CHARS = 1024

const BEST_FIRST: readonly Encoding[] = ['br', 'gzip']
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** `preferred` is missing in the types: the order of codings with equal weight. */
type EncodingNegotiator = {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): readonly string[]
}

/**
 * The available encoding with the highest weight in `Accept-Encoding` (RFC 9110, 12.5.3), the best one if
 * equal. Null for no compression, or if the header refuses every option.
 */
export function chooseEncoding(
  accepted: string | string[] | undefined,
  isThere: (encoding: Encoding) => boolean = () => true
): Encoding | null {
  const headers = { 'accept-encoding': String(accepted ?? '').slice(0, MAX_ACCEPTED_CHARS) }
  const negotiator: EncodingNegotiator = new Negotiator({ headers })
  const available = BEST_FIRST.filter(isThere)
  const [first] = negotiator.encodings([...available, 'identity'], { preferred: BEST_FIRST })
  return available.find((encoding) => encoding === first) ?? null
}

export function compress(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(text, { level: GZIP_LEVEL })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT
  }
  return toBrotli(text, { params })
}
