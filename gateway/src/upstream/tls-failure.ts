/** Why TLS with the application did not come about, and which setting helps. */
export interface TlsFailure {
  cause: string
  fix: string
}

/** `fix`: by where the upstream is in the configuration. */
interface Explanation {
  cause: string
  fix(upstream: string): string
}

const UNTRUSTED: Explanation = {
  cause: 'the certificate of the application is of an authority that the gateway does not trust',
  fix: (upstream) => `name the CA in ${upstream}.caFile`
}
const NO_CLIENT_CERTIFICATE: Explanation = {
  cause:
    'the application refuses the TLS handshake: it may want a client certificate, or other versions of TLS',
  fix: (upstream) => `set ${upstream}.certFile and ${upstream}.keyFile, or see the log of the application`
}
const WRONG_CLIENT_CERTIFICATE: Explanation = {
  cause: 'the application does not accept the client certificate',
  fix: (upstream) => `put one of a CA that it trusts, and that is valid now, into ${upstream}.certFile`
}
const NO_TLS: Explanation = {
  cause: 'the application speaks no TLS at this port',
  fix: (upstream) => `write http:// in place of https:// in ${upstream}.url`
}
const OTHER_VERSION: Explanation = {
  cause: 'the application speaks no version of TLS that the gateway accepts',
  fix: (upstream) => `lower ${upstream}.minTlsVersion, or let the application speak TLS 1.2 or later`
}

/** By the codes of OpenSSL and Node. https://nodejs.org/docs/latest-v20.x/api/tls.html#x509-certificate-error-codes */
const FAILURES: readonly (readonly [RegExp, Explanation])[] = [
  [
    /^(UNABLE_TO_(GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE|INVALID_CA)$/,
    UNTRUSTED
  ],
  [
    /^(ERR_TLS_CERT_ALTNAME_|HOSTNAME_MISMATCH$)/,
    {
      cause: 'the certificate of the application is for another name than the one that was asked for',
      fix: (upstream) => `set ${upstream}.serverName to a name in the certificate, or correct ${upstream}.url`
    }
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    {
      cause: 'the certificate of the application, or of its CA, has expired or is not valid yet',
      fix: () => 'renew it at the application, or correct the clock of this machine'
    }
  ],
  [/CERTIFICATE_REQUIRED$|_ALERT_HANDSHAKE_FAILURE$/, NO_CLIENT_CERTIFICATE],
  [
    /_ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_\w+|DECRYPT_ERROR|ACCESS_DENIED)$/,
    WRONG_CLIENT_CERTIFICATE
  ],
  [
    /_UNRECOGNIZED_NAME$/,
    {
      cause: 'the application does not know the name that was asked for',
      fix: (upstream) => `set ${upstream}.serverName to one of its names`
    }
  ],
  [/_ALERT_PROTOCOL_VERSION$|^ERR_SSL_UNSUPPORTED_PROTOCOL$/, OTHER_VERSION],
  [/^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO)$/, NO_TLS]
]

/**
 * What a code of Node or OpenSSL says about TLS with the application; null: nothing, or nothing that a setting helps against.
 * `upstream`: where it is in the configuration, such as `applications[2].upstream`.
 */
export function explainTlsFailure(code: string, upstream: string): TlsFailure | null {
  const known = FAILURES.find(([pattern]) => pattern.test(code))?.[1]
  return known === undefined ? null : { cause: known.cause, fix: known.fix(upstream) }
}
