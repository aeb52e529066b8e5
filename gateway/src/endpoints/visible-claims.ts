import { listIdentityHeaders } from '../config/defaults.ts'
import type { Config } from '../config/schema/schema.ts'
import { pickClaims } from '../session/named-claims.ts'

/**
 * What an application may expect of any account: the standard claims of OpenID Connect Core 1.0 (5.1), when and how the visitor
 * signed in, and the tenant. `source_…`: how, in sessions with tokens of their own.
 */
const STANDARD_CLAIMS: readonly string[] = [
  'sub',
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'email',
  'email_verified',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'phone_number',
  'phone_number_verified',
  'address',
  'updated_at',
  'auth_time',
  'firebase.sign_in_provider',
  'firebase.sign_in_second_factor',
  'firebase.tenant',
  'source_sign_in_provider',
  'source_sign_in_second_factor'
]

/**
 * Which claims `GET paths.session` gives to scripts: those of `session.visibleClaims`; where that is null, the standard ones and
 * those that identity headers name.
 */
export function createVisibleClaims({
  session,
  identityHeaders
}: Pick<Config, 'session' | 'identityHeaders'>): (claims: Readonly<Record<string, unknown>>) => object {
  const { visibleClaims } = session
  if (visibleClaims === 'all') return (claims) => claims
  const names = visibleClaims ?? [...STANDARD_CLAIMS, ...listClaimNames(identityHeaders)]
  return (claims) => pickClaims(claims, names)
}

/** Sources that begin with `$` are facts of the session, not claims. */
function listClaimNames(identityHeaders: Config['identityHeaders']): string[] {
  return listIdentityHeaders(identityHeaders)
    .map(([, source]) => source)
    .filter((source) => !source.startsWith('$'))
}
