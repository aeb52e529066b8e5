import { X509Certificate } from 'node:crypto'

export const CUT_SHORT_HINT = 'The file was cut short: copy it again, up to its line `-----END …-----`.'

/** Does PEM begin that does not end (RFC 7468, 2)? */
export function isCutShort(text: string): boolean {
  return (text.match(/-----BEGIN /g) ?? []).length > (text.match(/-----END /g) ?? []).length
}

/** The first certificate in a text; null: there is none that can be read. */
export function parseCertificate(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text)
  } catch {
    return null
  }
}
