import { Type } from 'typebox'
import {
  choice,
  flag,
  integer,
  list,
  number,
  ORIGIN,
  optionalInteger,
  optionalSection,
  optionalText,
  section,
  sectionOrNull,
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

export const server = {
  publicUrl: text('Public origin, without a path, such as `https://app.example.com`.', {
    pattern: ORIGIN
  }),
  management: section('Listener for `/livez`, `/readyz` and `/metrics`. Must not be reachable by visitors.', {
    ...address(9464),
    tokenFile: optionalText(
      'File with a token of at least 32 characters, such as from `openssl rand -hex 32`. Everything on this listener except `/livez` and `/readyz` then requires `Authorization: Bearer <token>`, and `/sessions` is enabled, which lists and ends the sessions of accounts. null: no token, no `/sessions`.'
    )
  }),
  metrics: section('Metrics at `/metrics` of the management listener, in the Prometheus text format.', {
    enabled: flag('false: no metrics, and `/metrics` does not exist.', true),
    durationBuckets: Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 3600 }), {
      description:
        'Upper bounds of the histograms of request and upstream durations, in seconds, ascending. Each adds two time series per application.',
      default: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      minItems: 1,
      maxItems: 24
    })
  }),
  trustedProxies: list(
    'CIDRs of proxies in front of the gateway whose `X-Forwarded-For`, `X-Forwarded-Host` and `X-Request-Id` are trusted. `unix:` stands for peers of a Unix socket. Empty: none.'
  ),
  hsts: sectionOrNull(
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
    }
  ),
  paths: section('Paths of the gateway itself; all others belong to the application.', {
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
  }),
  redirectParameter: text('Name of the query parameter that carries the redirect target.', {
    default: 'redirect',
    pattern: '^[A-Za-z0-9_-]{1,64}$'
  }),
  log: section('Log lines on standard output.', {
    level: choice(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'info',
      'Minimum level. Security events and startup warnings are always written.'
    ),
    format: choice(
      ['json', 'text', 'google'],
      'json',
      'Format of lines. `json`: one JSON object per line, for collectors. `text`: for terminals; not meant to be parsed, and slower. `google`: JSON with the fields of Cloud Logging (`severity`, `httpRequest`, trace); the default on Cloud Run (`K_SERVICE`).'
    ),
    traceProjectId: optionalText(
      'With `format: google`, the Google Cloud project of the traces, if the gateway runs in another one than `identityPlatform.projectId`.',
      { pattern: '^[a-z0-9.:-]{1,100}$' }
    ),
    requests: choice(
      ['all', 'refused', 'none'],
      'all',
      'Which requests are logged when their response is complete. `refused`: refused, failed and slow ones. `none`: only failures (levels `warn` and `error`).'
    ),
    sample: number(
      'Fraction of allowed requests to log, such as 0.01. Refused, failed and slow requests are always logged.',
      { default: 1, minimum: 0, maximum: 1 }
    ),
    slowMs: integer('Threshold of slow requests, from arrival to the end of the response, in milliseconds.', {
      default: 5000,
      minimum: 1,
      maximum: 3_600_000
    })
  }),
  audit: section(
    'Security events: sign-ins, ended sessions, refused requests, and the configuration in effect. Written regardless of `log.level`.',
    {
      to: text(
        '`stdout`: in the log. Otherwise the path of a file to append to; created with mode 0600 if missing, and reopened at SIGHUP. A file that cannot be opened is a configuration problem.',
        { default: 'stdout', minLength: 1 }
      ),
      format: choice(
        ['json', 'cloudevents'],
        'json',
        'Format of events. `json`: like log lines. `cloudevents`: CloudEvents 1.0 in structured JSON, one per line, with `publicUrl` as `source`.'
      ),
      refreshes: flag(
        'Write an event `session.refreshed` for each refresh of a session, about one per visitor and hour.'
      )
    }
  ),
  workers: Type.Unsafe<number | 'auto'>({
    type: ['integer', 'string'],
    pattern: '^auto$',
    minimum: 1,
    maximum: 64,
    default: 1,
    description:
      'Number of serving processes, for a multi-core machine without an orchestrator. 1: this process only. More: it starts workers, distributes connections and replaces workers that die. `auto`: one per core. A change requires a restart.'
  }),
  reload: section(
    'How a running gateway picks up configuration changes; SIGHUP reloads everything immediately.',
    {
      watch: flag(
        'Reload when the configuration file or a file that it names changes. false: only at SIGHUP.',
        true
      ),
      pollSeconds: integer('How often the files are checked for changes, in seconds.', {
        default: 10,
        minimum: 1,
        maximum: 3600
      })
    }
  ),
  shutdown: section('Shutdown at SIGTERM and SIGINT.', {
    drainSeconds: integer('How long new requests are accepted after `/readyz` responds 503, in seconds.', {
      default: 0,
      minimum: 0,
      maximum: 600
    }),
    graceSeconds: integer(
      'How long requests in flight may take to finish, in seconds. On Cloud Run (`K_SERVICE`), which allows ten seconds in all, the default is 7.',
      { default: 30, minimum: 1, maximum: 3600 }
    )
  })
}

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

export const store = optionalSection(
  'A Redis or Valkey server (6.2 or newer) that replicas share: refreshes are made once for all of them, rate limits apply across them, and the end of a session takes effect everywhere within a second. Requires the package `ioredis`. Optional at runtime: while it is down, each replica continues on its own. null: no shared state.',
  {
    url: optionalText(
      'URL. One server: `redis://host:6379/0`, with TLS `rediss://host:6380/0`, or `unix:/run/valkey.sock`. Sentinel: `redis+sentinel://host1:26379,host2:26379/NAME/0`, with the `NAME` of the primary. Cluster: `redis+cluster://host1:6379,host2:6379`. With TLS: `rediss+sentinel:` and `rediss+cluster:`. The number is the database. A user name precedes the hosts, as in `redis://gatehouse@host`; put the password into `passwordFile`.'
    ),
    urlFile: optionalText('File with the URL, instead of `url`.'),
    passwordFile: optionalText(
      'File with the password, also used for sentinels; read for each connection. null: no password.'
    ),
    prefix: text('Prefix of all keys in the store. Gateways that share a store need different ones.', {
      default: 'gatehouse',
      pattern: '^[A-Za-z0-9_.:-]{1,64}$'
    }),
    timeoutMs: integer('Timeout of the store, in milliseconds, after which it is bypassed.', {
      default: 250,
      minimum: 10,
      maximum: 5000
    }),
    caFile: optionalText('File with CA certificates (PEM) for TLS. null: Node’s default CAs.')
  }
)

export const tracing = section(
  'Tracing (W3C Trace Context). Spans are recorded only if an OpenTelemetry SDK is loaded.',
  {
    accept: choice(
      ['trusted', 'all', 'none'],
      'trusted',
      'Whose `traceparent` (or Google’s `X-Cloud-Trace-Context`), `tracestate` and `baggage` to accept: those of `trustedProxies`, of all clients, or of none. Others are removed.'
    ),
    paths: flag(
      'Add the request path (`url.path`), without query, to spans. Paths may contain personal data.'
    ),
    subject: flag('Add the uid of the signed-in user (`enduser.id`) to spans.')
  }
)
