import { isThisMachine } from '../addresses/urls.ts'
import { listUpstreams } from '../applications.ts'
import type { Config, UpstreamConfig } from '../schema/schema.ts'

/** Settings of each application that work, but take a protection away; each line begins with its key path. */
export function listApplicationWarnings(config: Config): string[] {
  return [...listPlainUpstreams(config), ...listOpenDefaults(config)]
}

function listPlainUpstreams(config: Config): string[] {
  return listUpstreams(config).flatMap(({ path, upstream }) =>
    isPlainToElsewhere(upstream)
      ? [
          `${path}.url: http to another machine sends identities and answers in clear, and whoever stands between can change them; use https, or let nobody else into that network`
        ]
      : []
  )
}

function listOpenDefaults({ access, applications }: Config): string[] {
  const own = applications.flatMap((one, index) =>
    one.access === undefined ? [] : [{ path: `applications[${index}].access`, level: one.access.default }]
  )
  return [{ path: 'access', level: access.default }, ...own].flatMap(({ path, level }) =>
    level === 'public' || level === 'optional'
      ? [
          `${path}.default: \`${level}\` lets everybody pass where no rule matches; name such paths in \`${path}.rules\` and leave the default at \`signed-in\``
        ]
      : []
  )
}

function isPlainToElsewhere({ url, unixSocket }: UpstreamConfig): boolean {
  return unixSocket === null && url.startsWith('http:') && !isThisMachine(new URL(url).hostname)
}
