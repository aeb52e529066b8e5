import { choice, flag, section } from './fields.ts'

/** Traces that requests belong to, and what spans tell. */
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
