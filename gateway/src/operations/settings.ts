import { Type } from 'typebox'
import { choice, flag, integer, number, optionalText, section, text } from '../config/schema/fields.ts'
import { address } from '../http/settings.ts'
export const management = section(
  'Listener for `/livez`, `/readyz` and `/metrics`. Must not be reachable by visitors.',
  {
    ...address(9464),
    tokenFile: optionalText(
      'File with a token of at least 32 characters, such as from `openssl rand -hex 32`. Everything on this listener except `/livez` and `/readyz` then requires `Authorization: Bearer <token>`, and `/sessions` is enabled, which lists and ends the sessions of accounts. null: no token, no `/sessions`.'
    )
  }
)

export const metrics = section(
  'Metrics at `/metrics` of the management listener, in the Prometheus text format.',
  {
    enabled: flag('false: no metrics, and `/metrics` does not exist.', true),
    durationBuckets: Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 3600 }), {
      description:
        'Upper bounds of the histograms of request and upstream durations, in seconds, ascending. Each adds two time series per application.',
      default: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      minItems: 1,
      maxItems: 24
    })
  }
)

export const log = section('Log lines on standard output.', {
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
})

export const audit = section(
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
