import t from 'tap'
import { describeFault, type ErrorCode, Fault } from '../../src/errors.ts'
import { findHint, UNKNOWN_REFUSAL } from '../../src/identity-platform/client/operator-hints.ts'
import { createEventLog } from '../../src/operations/event-log/event-table.ts'
import type { GatewayEvent } from '../../src/operations/events.ts'
import { createLog } from '../../src/operations/logging.ts'

const FAILURE = { kind: 'configuration', code: 'PROVIDER_UNAVAILABLE', detail: '403 x' } as const
/** Every event that needs an operator, and the doctor check that investigates it. */
const EVENTS: readonly [GatewayEvent, string | undefined][] = [
  [{ kind: 'certificates.unavailable', failure: FAILURE }, 'CERTIFICATES'],
  [{ kind: 'id-token.unavailable', audience: 'https://a', failure: FAILURE }, 'UPSTREAM_CREDENTIALS'],
  [{ kind: 'certificates.ignored', keyIds: ['a'] }, 'CERTIFICATES'],
  [{ kind: 'circuit.opened', calls: 'refresh', detail: 'timeout' }, 'API_KEY'],
  [
    { kind: 'account.failing', calls: 'refresh', subject: 'ada', detail: '503', othersAnsweredSecondsAgo: 1 },
    undefined
  ],
  [{ kind: 'circuit.opened', calls: 'refresh', detail: '500 INTERNAL' }, undefined],
  [{ kind: 'circuit.opened', calls: 'refresh', detail: '403 x, after 500 ms' }, 'API_KEY'],
  [{ kind: 'circuit.opened', calls: 'refresh', detail: '429 QUOTA_EXCEEDED' }, 'QUOTA'],
  [{ kind: 'circuit.opened', calls: 'refresh', detail: 'DNS (ENOTFOUND)' }, 'DNS'],
  [{ kind: 'accounts.unavailable', failure: FAILURE }, 'CREDENTIALS'],
  [
    { kind: 'accounts.unavailable', failure: { ...FAILURE, kind: 'temporary', detail: 'timeout' } },
    'API_KEY'
  ],
  [{ kind: 'limit.near', limit: 'memory', share: 0.9 }, 'LIMITS'],
  [{ kind: 'limit.near', limit: 'disk', share: 1 }, undefined],
  [{ kind: 'clock.off', offsetSeconds: 600 }, 'CLOCK'],
  [
    {
      kind: 'provider.misconfigured',
      family: 'refresh',
      failure: FAILURE,
      hint: findHint('refresh', 'API key expired.') ?? undefined
    },
    'API_KEY'
  ],
  [{ kind: 'provider.misconfigured', family: 'refresh', failure: FAILURE, hint: UNKNOWN_REFUSAL }, undefined],
  [{ kind: 'circuit.closed', calls: 'refresh', detail: 'an answer' }, undefined]
]

t.test('log: lines about a problem name the doctor check, others do not', async (t) => {
  for (const [event, id] of EVENTS) {
    const lines: string[] = []
    const { logger } = createLog('info', { write: (line) => void lines.push(line) })
    createEventLog(logger, () => () => {}).report(event)
    const named = lines.flatMap((line) => JSON.parse(line).doctor ?? [])
    t.ok(lines.length > 0, event.kind)
    t.same(named, id === undefined ? [] : [id], event.kind)
    if ('failure' in event) t.match(JSON.parse(lines[0] ?? ''), { detail: /403 x|timeout/ }, event.kind)
  }
})

t.test('log: for a clock that is ahead, another limit fails than for one that is behind', async (t) => {
  const detailOf = (offsetSeconds: number) => {
    const lines: string[] = []
    const { logger } = createLog('info', { write: (line) => void lines.push(line) })
    createEventLog(logger, () => () => {}).report({ kind: 'clock.off', offsetSeconds })
    return lines.map((line) => JSON.parse(line).detail)
  }
  t.match(detailOf(600), [/600 s behind the provider’s: beyond 300 s sign-ins fail$/])
  t.match(detailOf(-600), [/600 s ahead of the provider’s: from session.maxSignInAgeSeconds and 300 s on/])
})

t.test('log: faults of provider and application name their doctor check, of visitors none', async (t) => {
  const ids: readonly [ErrorCode, string | undefined][] = [
    ['PROVIDER_UNAVAILABLE', undefined],
    ['INVALID_COOKIE_SIGNATURE', 'KEYS'],
    ['UPSTREAM_UNREACHABLE', 'UPSTREAM'],
    ['UPSTREAM_TIMEOUT', 'UPSTREAM'],
    ['UPSTREAM_CREDENTIALS', 'UPSTREAM_CREDENTIALS'],
    ['FORBIDDEN', undefined],
    ['INVALID_REQUEST', undefined]
  ]
  for (const [code, id] of ids) t.equal(describeFault(new Fault(code)).doctor, id, code)
})
