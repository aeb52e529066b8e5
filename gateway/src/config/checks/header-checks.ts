import { DEFAULT_IDENTITY_HEADERS } from '../defaults.ts'
import type { Config } from '../schema/schema.ts'
import type { Check, Report } from './check.ts'

const SOURCES = new Set(['$idToken', '$assertion', '$signInProvider', '$secondFactor', '$emailUnverified'])
/** Names that carry the message itself, or that the gateway writes on every request; nobody else may set them. */
const MESSAGE_HEADERS =
  /^(host|cookie|connection|content-.*|transfer-encoding|te|trailer|upgrade|http2-settings|keep-alive|expect|proxy-.*|sec-.*|x-request-id|x-forwarded-(for|proto|host))$/

/** What the headers that the application sees must fulfil. */
export const HEADER_CHECKS: readonly Check[] = [
  { reads: ['identityHeaders'], check: checkIdentityHeaders },
  { reads: ['upstream.passHeaders', 'identityHeaders'], check: checkPassHeaders }
]

function checkIdentityHeaders({ identityHeaders }: Config, report: Report): void {
  for (const [name, source] of Object.entries(identityHeaders)) {
    if (source?.startsWith('$') && !SOURCES.has(source)) {
      report(
        `identityHeaders.${name}`,
        'names a source that does not exist',
        `A claim, or one of ${[...SOURCES].join(', ')}.`
      )
    }
    if (MESSAGE_HEADERS.test(name)) {
      report(
        `identityHeaders.${name}`,
        'is a header of the message itself',
        'Choose another name, such as `x-forwarded-groups`.'
      )
    }
  }
}

function checkPassHeaders({ upstream, identityHeaders }: Config, report: Report): void {
  upstream.passHeaders.forEach((name, index) => {
    const path = `upstream.passHeaders[${index}]`
    if (MESSAGE_HEADERS.test(name)) report(path, 'is a header of the message itself', 'Leave it out.')
    const isIdentity =
      Object.hasOwn(DEFAULT_IDENTITY_HEADERS, name) || (identityHeaders[name] ?? null) !== null
    if (isIdentity || name.startsWith('x-gatehouse-'))
      report(
        path,
        'carries the identity that the gateway vouches for',
        'Every client could sign in as anybody: leave it out.'
      )
  })
}
