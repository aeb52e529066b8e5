/** What an administrator of the project decides. Tests may assign new values while the provider runs. */
export interface ProviderSettings {
  /** Seconds in the certificates' `cache-control`; null leaves the header out. Default 21600. */
  certificatesMaxAgeSeconds: number | null
  /** A refresh hands out a new refresh token; the old one stays valid, as in production. Default false. */
  rotateRefreshTokens: boolean
  /** Every caller has `iam.serviceAccounts.signBlob` on the service account; without it signBlob is a 403. Default true. */
  serviceAccountMaySign: boolean
  /** The same for `iam.serviceAccounts.getAccessToken` and generateAccessToken. Default true. */
  serviceAccountMayBeImpersonated: boolean
  /** Back to the defaults. */
  reset(): void
}

const DEFAULTS = {
  certificatesMaxAgeSeconds: 21600,
  rotateRefreshTokens: false,
  serviceAccountMaySign: true,
  serviceAccountMayBeImpersonated: true
}

/** Settings of a new project. */
export function createSettings(): ProviderSettings {
  const settings: ProviderSettings = { ...DEFAULTS, reset: () => void Object.assign(settings, DEFAULTS) }
  return settings
}
