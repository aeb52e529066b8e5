/** Checks of `gatehouse doctor`, in report order. deploy/README.md has an entry for each. */
export const DOCTOR_IDS = [
  'CONFIG',
  'FILES',
  'KEYS',
  'COOKIE',
  'LIMITS',
  'VERSION',
  'STORE',
  'DNS',
  'CLOCK',
  'CERTIFICATES',
  'ISSUERS',
  'API_KEY',
  'APP_CHECK',
  'PROJECT',
  'DOMAIN',
  'PROVIDERS',
  'MFA',
  'PASSKEYS',
  'RECAPTCHA',
  'BLOCKING',
  'CREDENTIALS',
  'QUOTA',
  'UPSTREAM_CREDENTIALS',
  'UPSTREAM',
  'LOOP',
  'PUBLIC_URL',
  'OAUTH'
] as const

export type DoctorId = (typeof DOCTOR_IDS)[number]
