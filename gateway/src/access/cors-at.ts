import { type Cors, type CorsAt, createCors } from '../http/cors.ts'
import type { Applications } from './applications.ts'

/** What pages of other origins may do, as the application of each request says it. */
export function createCorsAt(applications: Pick<Applications, 'all' | 'of'>): CorsAt {
  const known = new Map(applications.all.map((one): [unknown, Cors | null] => [one, createCors(one.cors)]))
  if ([...known.values()].every((cors) => cors === null)) return () => null
  return ({ hostname, target }, application) =>
    known.get(application ?? (target === null ? null : applications.of(hostname, target.readings))) ?? null
}
