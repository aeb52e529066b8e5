import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packagePath } from '../src/config/package-files.ts'
import type { Places } from './proxy.ts'

/** Text of a file -> its replacement on this machine. */
export type Replacement = readonly [text: string, replacement: string]
export type Replacements = readonly Replacement[]

/** The ports in the files, and their replacements. `write`: how a file writes a port. */
export function portsOf(
  { pages, forwardAuthRequests, grpc, applications }: Places,
  write = (port: number) => `127.0.0.1:${port}`
): { pages: Replacement; forwardAuthRequests: Replacement; grpc: Replacement; applications: Replacements } {
  return {
    pages: [write(8080), write(pages)],
    forwardAuthRequests: [write(8081), write(forwardAuthRequests)],
    grpc: [write(9191), write(grpc ?? 0)],
    applications: applications.map(({ port }, index) => [write(3000 + index), write(port)])
  }
}

/** What application-recipes.md says to add for a header of a preset, by file: a line of today -> what follows it. */
export const LINES_OF_PRESET: Readonly<Record<string, Replacements>> = {
  'nginx/gatehouse.conf': [
    [
      'auth_request_set $gatehouse_groups     $upstream_http_x_forwarded_groups;\n',
      'auth_request_set $gatehouse_remote_user $upstream_http_remote_user;\n'
    ],
    [
      'proxy_set_header X-Forwarded-Groups             $gatehouse_groups;\n',
      'proxy_set_header Remote-User                    $gatehouse_remote_user;\n'
    ]
  ],
  'haproxy/gatehouse.lua': [['"x-forwarded-groups",', ' "remote-user",']],
  'apache/gatehouse.lua': [['"X-Forwarded-Groups",', ' "Remote-User",']],
  'caddy/gatehouse.caddy': [
    [
      'request_header @groups X-Forwarded-Groups {http.reverse_proxy.header.X-Forwarded-Groups}\n',
      `@remote-user not vars {http.reverse_proxy.header.Remote-User} "" <nil>
			request_header @remote-user Remote-User {http.reverse_proxy.header.Remote-User}\n`
    ]
  ],
  'envoy/envoy-http.yaml': [['- exact: x-forwarded-groups\n', `${' '.repeat(30)}- exact: remote-user\n`]]
}

/** Path of a file below `deploy/forward-auth`. */
function deployPath(...names: string[]): string {
  return packagePath('deploy', 'forward-auth', ...names)
}

/**
 * Copies a file of `deploy/forward-auth` into a folder with all hosts, ports and paths replaced, and with
 * the lines for `remote-user`. Throws if a text is not in the file, so that nothing else differs. Returns the
 * path of the copy.
 */
export function copyDeployFile(source: string, folder: string, replacements: Replacements): string {
  let text = readFileSync(deployPath(source), 'utf8')
  const added = (LINES_OF_PRESET[source] ?? []).map(([line, next]) => [line, `${line}${next}`] as const)
  for (const [from, to] of [...replacements, ...added]) {
    if (!text.includes(from)) throw new Error(`${source}: nowhere says “${from}”`)
    text = text.replaceAll(from, to)
  }
  const target = join(folder, basename(source))
  writeFileSync(target, text)
  return target
}

/** The hosts in the files for several applications, and their replacements in this set-up. */
export function hostReplacements({ applications: [first, second] }: Places): Replacements {
  return [
    ['wiki.example.com', first?.host ?? ''],
    ['reports.example.com', second?.host ?? '']
  ]
}

/** The ports of gateway pages and applications, which many files name together. */
export function portReplacements(places: Places): Replacements {
  const { pages, applications } = portsOf(places)
  return [pages, ...applications]
}
