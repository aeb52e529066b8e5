import { json, type Operations, plain, refused } from './operation.ts'
import { ENDED, LISTED, LIVE, MANAGEMENT_ERROR, READY, REVOCATION } from './shapes.ts'

const refusedOperator = (description: string) => json(description, MANAGEMENT_ERROR)

const SESSIONS_REFUSALS = {
  400: refusedOperator('Not understood, no store, or `NO_SERVICE_ACCOUNT`; `detail` says which.'),
  401: refused('The token is missing or wrong.'),
  404: refusedOperator(
    'No such account or session; or no `management.tokenFile`: then there is no such path.'
  ),
  503: refusedOperator('`STORE_UNAVAILABLE`, or the provider is not available.')
}

/** What the management listener answers. */
export const MANAGEMENT_OPERATIONS: Operations = {
  'GET /livez': {
    tag: 'management',
    summary: 'Does the process run?',
    responses: { 200: json('It does.', LIVE) }
  },
  'GET /readyz': {
    tag: 'management',
    summary: 'Should requests be sent here?',
    query: { verbose: 'Lists the named checks.' },
    responses: { 200: json('They should.', READY), 503: json('They should not.', READY) }
  },
  'GET /metrics': {
    tag: 'management',
    summary: 'Metrics for Prometheus.',
    security: 'managementToken',
    responses: {
      200: plain('The text format of Prometheus.', 'text/plain'),
      401: refused('The token is missing or wrong.')
    }
  },
  'GET /sessions': {
    tag: 'management',
    summary: 'The sessions of an account that go on, the oldest first; needs a store.',
    query: {
      account: 'A uid, an email address or a phone number.',
      by: '`uid`, `email` or `phone`, where the form does not tell.',
      tenant: 'Tenant of the account; empty: the project itself. Omitted: `identityPlatform.tenantId`.',
      sessionId: 'The session with this id in the log alone.'
    },
    security: 'managementToken',
    responses: { 200: json('The sessions.', LISTED), ...SESSIONS_REFUSALS }
  },
  'POST /sessions/revoke': {
    tag: 'management',
    summary: 'Ends a session, or all of an account.',
    body: REVOCATION,
    security: 'managementToken',
    responses: {
      200: json('Ended; this gateway refuses it already.', ENDED),
      ...SESSIONS_REFUSALS,
      413: refused('More than 4 kB.'),
      415: refused('The body is JSON in another charset than UTF-8.')
    }
  }
}
