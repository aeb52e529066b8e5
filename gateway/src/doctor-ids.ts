/** What `gatehouse doctor` looks at, in the order of its report. deploy/README.md has an entry for each. */
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
  'CREDENTIALS',
  'QUOTA',
  'UPSTREAM',
  'LOOP',
  'PUBLIC_URL'
] as const

/** The id of a check of `gatehouse doctor`: it finds out more about a failure whose log line names it. */
export type DoctorId = (typeof DOCTOR_IDS)[number]
