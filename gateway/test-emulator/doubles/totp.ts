import { isTotpCode, TOTP_DIGITS } from '../../stand-in/second-factors/totp.ts'

/** A code that is currently invalid for this secret (base32). */
export function wrongTotpCode(secret: string, nowSeconds: number): string {
  for (let number = 0; ; number += 1) {
    const code = String(number).padStart(TOTP_DIGITS, '0')
    if (!isTotpCode(secret, code, nowSeconds)) return code
  }
}
