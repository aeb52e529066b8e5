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
} from './fields.ts'

const PATH = '^/[A-Za-z0-9._~/-]*$'

const path = (description: string, value: string) =>
  Type.String({ description, default: value, pattern: PATH })

export const server = {
  publicUrl: text('Origin that visitors use, without a path, such as `https://app.example.com`.', {
    pattern: ORIGIN
  }),
  management: section('Listener for `/livez`, `/readyz` and `/metrics`; keep it away from visitors.', {
    host: text('Address to bind.', { default: '127.0.0.1' }),
    port: integer('TCP port; 0 picks a free one.', 9464, 0, 65535),
    tokenFile: optionalText(
      'File with a token of at least 32 characters, such as `openssl rand -hex 32` writes. Everything on this listener but `/livez` and `/readyz` then needs `Authorization: Bearer <token>`, and `/sessions` lists and ends the sessions of accounts. null: nothing does, and there is no `/sessions`.'
    )
  }),
  metrics: section('Metrics at `/metrics` of the management listener, in the text format of Prometheus.', {
    enabled: Type.Boolean({
      description: 'false: nothing is counted, and there is no such path.',
      default: true
    }),
    durationBuckets: Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 3600 }), {
      description:
        'Upper bounds of the durations of requests and of the application’s answers, in seconds, ascending. Each is one time series more for each route.',
      default: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      minItems: 1,
      maxItems: 24
    })
  }),
  trustedProxies: list(
    'CIDRs of proxies in front of the gateway whose `X-Forwarded-For`, `X-Forwarded-Host` and `X-Request-Id` are believed. `unix:` stands for whoever connects to a Unix socket. Empty: nobody.'
  ),
  hsts: sectionOrNull(
    '`Strict-Transport-Security` on every answer when `publicUrl` is https: browsers then use https alone for this host, on every port. An answer of the application that carries the header keeps its own. null: not sent; to take it back from browsers that know it, send `maxAgeSeconds: 0` for a while.',
    {
      maxAgeSeconds: integer(
        'How long browsers remember it after each answer, in seconds; 0: they forget it.',
        31536000,
        0,
        315360000
      ),
      includeSubDomains: flag('For every host below this one too: all of them must then be on https.'),
      preload: flag(
        'Consent to the list that browsers are delivered with (https://hstspreload.org), which takes long to leave. Needs `includeSubDomains` and a year.'
      )
    }
  ),
  paths: section('Paths of the gateway itself; everything else goes to the application.', {
    login: path('Login page; everything below it is the gateway’s too.', '/login'),
    logout: path('Sign-out.', '/logout'),
    account: path('Account page, and everything below it, with `account.enabled`.', '/account'),
    refresh: path('Token refresh.', '/_auth/refresh'),
    session: path('Session endpoint: sign-in and who-am-I.', '/_auth/session'),
    verify: path(
      'Where proxies ask, and everything below it; see `forwardAuth`. 404 while that is off.',
      '/_auth/verify'
    ),
    home: path('Where a visitor goes who asked for no page in particular.', '/')
  }),
  redirectParameter: text('Name of the query parameter that carries the redirect target.', {
    default: 'redirect',
    pattern: '^[A-Za-z0-9_-]{1,64}$'
  }),
  log: section('Lines on standard output.', {
    level: choice(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'info',
      'Least important level that is written. Security events and the warnings of the start are written whatever it says.'
    ),
    format: choice(
      ['json', 'text'],
      'json',
      'How lines are written. `json`: one JSON object a line, for collectors. `text`: for people at a terminal; not meant to be parsed, and slower.'
    ),
    requests: choice(
      ['all', 'refused', 'none'],
      'all',
      'Which requests get a line, when their answer is over. `refused`: those that were refused or failed, and slow ones. `none`: failures alone (levels `warn` and `error`).'
    ),
    sample: number(
      'Share of the allowed requests that get a line, such as 0.01 for one of a hundred. Refusals, failures and slow requests always do.',
      1,
      0,
      1
    ),
    slowMs: integer(
      'A request that takes at least so long, from its arrival to the end of its answer, is slow; in milliseconds.',
      5000,
      1,
      3_600_000
    )
  }),
  audit: section(
    'Security events: who signs in, which sessions end, what is refused, which configuration is in force. They are written whatever `log.level` says.',
    {
      to: text(
        '`stdout`: among the lines of the log. Anything else is the path of a file, to which lines are appended; it is made with mode 0600 where there is none, and opened anew at SIGHUP. A file that cannot be opened is a problem of the configuration.',
        { default: 'stdout', minLength: 1 }
      ),
      format: choice(
        ['json', 'cloudevents'],
        'json',
        'How events are written. `json`: as lines of the log. `cloudevents`: as events of CloudEvents 1.0, structured JSON, one a line; `source` is `publicUrl`.'
      ),
      refreshes: flag(
        'Writes an event `session.refreshed` for each refresh of a session, about one an hour for each visitor.'
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
      'Processes that answer requests, on a machine of several cores without anything that runs several gateways. 1: this process answers by itself. More: it starts so many, shares connections out and replaces those that die. `auto`: as many as there are cores. A change needs a restart.'
  }),
  reload: section(
    'How changes of the configuration reach a gateway that runs; SIGHUP makes it read everything at once.',
    {
      watch: Type.Boolean({
        description:
          'Reads the configuration anew when its file or a file that it names changes. false: at SIGHUP only.',
        default: true
      }),
      pollSeconds: integer(
        'How often the files are looked at where the system reports no changes, such as on network file systems, in seconds.',
        10,
        1,
        3600
      )
    }
  ),
  shutdown: section('What happens at SIGTERM and SIGINT.', {
    drainSeconds: integer(
      'How long requests are still taken after `/readyz` says 503, in seconds.',
      0,
      0,
      600
    ),
    graceSeconds: integer('How long requests in flight may take to finish, in seconds.', 30, 1, 3600)
  })
}

/** Certificate and key of a listener; null: no TLS. */
export const certificateFiles = (description: string) =>
  optionalSection(description, {
    certFile: text('File with the certificate in PEM, followed by those of its issuers.', { minLength: 1 }),
    keyFile: text('File with the private key of the certificate in PEM, not encrypted.', { minLength: 1 })
  })

export const listen = section('Where visitors (or the load balancer) reach the gateway.', {
  host: text('Address to bind; `localhost` binds both 127.0.0.1 and ::1.', { default: '127.0.0.1' }),
  port: integer('TCP port; 0 picks a free one.', 8080, 0, 65535),
  unix: optionalText(
    'Path of a Unix socket to listen on instead of `host` and `port`, such as `/run/gatehouse/gatehouse.sock`. It has mode 0660 and is removed when the gateway stops; one that a killed process left behind is replaced. Clients have no address there: see `trustedProxies`.',
    { pattern: '^/[^\\u0000-\\u001f\\u007f]+$' }
  ),
  fd: optionalInteger(
    'Number of a file descriptor to listen on instead of `host` and `port`: a bound socket that the parent process hands over. Not needed with a systemd socket unit, whose socket is found by itself.',
    3,
    1023
  ),
  tls: certificateFiles(
    'TLS 1.2 and 1.3 for visitors. null: plain HTTP, TLS ends in front of the gateway. The files are read again when they change. HTTP/2 is not offered.'
  )
})

export const store = optionalSection(
  'A Redis or Valkey server (6.2 or newer) through which replicas know the same: refreshes are made once for all of them, rate limits count over all, and the end of a session takes effect everywhere within a second. It needs the package `ioredis`. Nothing depends on it: while it is away, each replica goes on by itself. null: each replica is alone.',
  {
    url: optionalText(
      'Where it is. One server: `redis://host:6379/0`, with TLS `rediss://host:6380/0`, or `unix:/run/valkey.sock`. Sentinel: `redis+sentinel://host1:26379,host2:26379/NAME/0`, `NAME` of the primary. Cluster: `redis+cluster://host1:6379,host2:6379`. Both with TLS as `rediss+sentinel:` and `rediss+cluster:`. The number is that of the database. A user name stands before the hosts, as in `redis://gatehouse@host`; a password belongs into `passwordFile`.'
    ),
    urlFile: optionalText('File with the address, instead of `url`.'),
    passwordFile: optionalText(
      'File with the password, for sentinels too; read anew for each connection. null: none is asked for.'
    ),
    prefix: text('What all names in the store begin with. Gateways that share a store need one each.', {
      default: 'gatehouse',
      pattern: '^[A-Za-z0-9_.:-]{1,64}$'
    }),
    timeoutMs: integer(
      'How long an answer of the store is waited for, in milliseconds. After that it is done without.',
      250,
      10,
      5000
    ),
    caFile: optionalText(
      'File with the certificates of the authorities (PEM) that vouch for the server, with TLS. null: those that Node knows.'
    )
  }
)

export const tracing = section(
  'Traces (W3C Trace Context). Spans are recorded only where an OpenTelemetry SDK is loaded beside the gateway.',
  {
    accept: choice(
      ['trusted', 'all', 'none'],
      'trusted',
      'Whose `traceparent`, `tracestate` and `baggage` are continued: those of `trustedProxies`, of everybody, of nobody. From others they are removed.'
    ),
    paths: flag(
      'Spans have the path of the request (`url.path`), without its query. Paths may hold what identifies a person.'
    ),
    subject: flag('Spans have the uid of whoever is signed in (`enduser.id`).')
  }
)
