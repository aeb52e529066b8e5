import { isHttps } from './addresses/url.ts'
import type { Report } from './checks/check.ts'
import type { Config } from './schema/schema.ts'

/** What browsers' lists of preloaded hosts ask for. Source: https://hstspreload.org/#submission-requirements */
const LEAST_PRELOAD_SECONDS = 31_536_000

/**
 * `Strict-Transport-Security` (RFC 6797, 6.1) for every answer; null: none, because it is switched off or visitors come by
 * http, where browsers ignore it (8.1).
 */
export function strictTransportSecurityOf(config: Pick<Config, 'hsts' | 'publicUrl'>): string | null {
  const { hsts } = config
  if (hsts === null || !isHttps(config)) return null
  const directives = [
    `max-age=${hsts.maxAgeSeconds}`,
    ...(hsts.includeSubDomains ? ['includeSubDomains'] : []),
    ...(hsts.preload ? ['preload'] : [])
  ]
  return directives.join('; ')
}

/** The lists of preloaded hosts take nobody whose answers say less. */
export function checkHsts({ hsts }: Config, report: Report): void {
  if (hsts === null || !hsts.preload) return
  if (!hsts.includeSubDomains)
    report('hsts.preload', 'needs `includeSubDomains: true`', 'Or leave it out: it says nothing alone.')
  if (hsts.maxAgeSeconds < LEAST_PRELOAD_SECONDS)
    report(
      'hsts.preload',
      `needs a \`maxAgeSeconds\` of at least ${LEAST_PRELOAD_SECONDS}`,
      'A year; or leave it out.'
    )
}
