import { Type } from 'typebox'
import {
  flag,
  integer,
  list,
  ORIGIN,
  optionalInteger,
  optionalSection,
  optionalText,
  section,
  text
} from '../config/schema/fields.ts'

const PATH = '^/[A-Za-z0-9._~/-]*$'

const path = (description: string, value: string) =>
  Type.String({ description, default: value, pattern: PATH })

/** Address of a listener; `port`: default. */
export const address = (port: number) => ({
  host: text('Address to bind.', { default: '127.0.0.1' }),
  port: integer('TCP port; 0 picks a free one.', { default: port, minimum: 0, maximum: 65535 })
})

export const publicUrl = text('Public origin, without a path, such as `https://app.example.com`.', {
  pattern: ORIGIN
})

export const trustedProxies = list(
  'CIDRs of proxies in front of the gateway whose `X-Forwarded-For`, `X-Forwarded-Host` and `X-Request-Id` are trusted. `unix:` stands for peers of a Unix socket. Empty: none.'
)

export const hsts = optionalSection(
  '`Strict-Transport-Security` on every response if `publicUrl` is https: browsers then use only https for this host, on every port. A header set by the application takes precedence. null: not sent; to revoke it in browsers, send `maxAgeSeconds: 0` for a while.',
  {
    maxAgeSeconds: integer('How long browsers apply it after each response, in seconds; 0 revokes it.', {
      default: 31536000,
      minimum: 0,
      maximum: 315360000
    }),
    includeSubDomains: flag('Also for every subdomain, all of which must then use https.'),
    preload: flag(
      'Consents to inclusion in the preload list of browsers (https://hstspreload.org); removal from it takes a long time. Requires `includeSubDomains` and at least a year.'
    )
  },
  {}
)

export const paths = section('Paths of the gateway itself; all others belong to the application.', {
  login: path('Login page, and everything below it.', '/login'),
  logout: path('Sign-out.', '/logout'),
  account: path('Account page, and everything below it, with `account.enabled`.', '/account'),
  refresh: path('Token refresh.', '/_auth/refresh'),
  session: path('Session endpoint: sign-in and who-am-I.', '/_auth/session'),
  verify: path(
    'Auth requests of proxies, and everything below it; see `forwardAuth`. 404 if that is off.',
    '/_auth/verify'
  ),
  home: path('Default page after sign-in.', '/')
})

export const redirectParameter = text('Name of the query parameter that carries the redirect target.', {
  default: 'redirect',
  pattern: '^[A-Za-z0-9_-]{1,64}$'
})

/** Certificate and key of a listener; null: no TLS. */
export const certificateFiles = (description: string) =>
  optionalSection(description, {
    certFile: text('File with the certificate in PEM, followed by intermediates.', { minLength: 1 }),
    keyFile: text('File with its private key in PEM, unencrypted.', { minLength: 1 })
  })

export const listen = section('Listener for visitors or the load balancer.', {
  host: text('Address to bind; `localhost` binds both 127.0.0.1 and ::1.', { default: '127.0.0.1' }),
  port: integer(
    'TCP port; 0 picks a free one. Where the platform sets `PORT` and `K_SERVICE`, as Cloud Run does, the defaults are that port on 0.0.0.0.',
    { default: 8080, minimum: 0, maximum: 65535 }
  ),
  unix: optionalText(
    'Path of a Unix socket to listen on instead of `host` and `port`, such as `/run/gatehouse/gatehouse.sock`. Created with mode 0660 and removed at shutdown; a stale one is replaced. Clients have no address there: see `trustedProxies`.',
    { pattern: '^/[^\\u0000-\\u001f\\u007f]+$' }
  ),
  fd: optionalInteger(
    'File descriptor to listen on instead of `host` and `port`: a bound socket inherited from the parent process. Not needed with a systemd socket unit, whose socket is detected automatically.',
    { minimum: 3, maximum: 1023 }
  ),
  maxConnections: optionalInteger(
    'How many connections of visitors are served at a time, by each process. Visitors on further ones get 503 with `Retry-After`, and idle connections are closed to make room. null: as many as the limit of open files allows, with a reserve for applications, log and management.',
    { minimum: 16, maximum: 1000000 }
  ),
  keepAliveTimeoutMs: integer(
    'Idle timeout of a connection of a client between requests, in milliseconds. Keep it above that of the proxy or load balancer in front, or requests may be lost as the connection closes. On Cloud Run (`K_SERVICE`), the default is 620000, as load balancers of Google keep them for 600 s.',
    { default: 72000, minimum: 1000, maximum: 3600000 }
  ),
  tls: certificateFiles(
    'TLS 1.2 and 1.3 for visitors, without HTTP/2. Changed files are reloaded. null: plain HTTP, with TLS terminated in front of the gateway.'
  )
})
