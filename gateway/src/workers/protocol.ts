import { createPrivateKey } from 'node:crypto'
import type { Credentials } from '../config/credentials/credentials.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { AuditEvent, AuditLevel } from '../operations/audit/audit-file.ts'
import type { HealthCheck } from '../operations/health.ts'
import type { Family } from '../operations/metrics/family.ts'
import type { SessionsReply, SessionsRequest } from '../operations/sessions-endpoints.ts'
import type { Problem } from '../problem.ts'
import type { CertificatePairs } from '../serving/listen/certificate-reload.ts'
import type { Ports } from '../serving/listeners.ts'
import type { CallWindow } from '../shared-state/shared-state.ts'
import type { Claim, Message } from './shared-host.ts'

/** Why a worker does not serve. */
export interface StartFailure {
  message: string
  /** Of an error of the system, such as `EADDRINUSE`; left out: it is none. */
  code?: string
  syscall?: string
  port?: number
  /** Of a configuration that cannot be put in force. */
  problems?: readonly Problem[]
}

/** What the primary asks a worker. */
export type ToWorker = {
  /**
   * Serve by this configuration. `number`: from 1; `workers`: how many there are; `certificates`: for TLS. Asked
   * once, before all else.
   */
  begin: {
    ask: { loaded: PackedConfig; number: number; workers: number; certificates: CertificatePairs }
    response: { kind: 'ready'; ports: Ports } | { kind: 'failed'; failure: StartFailure }
  }
  /** Get ready to serve by this configuration: `settle` with the same number follows. */
  prepare: {
    ask: { reload: number; loaded: PackedConfig }
    response: { kind: 'prepared' } | { kind: 'refused'; problems: readonly Problem[] }
  }
  /** Put what was prepared in force, or give it up; also when it is not ready yet. */
  settle: { ask: { reload: number; commit: boolean }; response: null }
  /** Certificates for TLS, of which one is another. */
  useCertificates: { ask: CertificatePairs; response: null }
  /** Another worker has published this. */
  told: { ask: Message; response: null }
  /** Does its event loop run? */
  alive: { ask: null; response: null }
  checks: { ask: null; response: Record<string, HealthCheck> }
  metrics: { ask: null; response: Family[] }
  /** What an operator asks at the management listener. */
  sessions: { ask: SessionsRequest; response: SessionsReply }
  /** End in order. The answer comes when the last request is over; the process ends after it. */
  end: { ask: { drainSeconds: number }; response: { inTime: boolean; metrics: Family[] } }
}

/** What a worker asks the primary. */
export type ToPrimary = {
  /** Told once, when it can be asked: what is sent to it before is lost. */
  here: { ask: null; response: null }
  /** What was published before this worker came, and still counts. */
  published: { ask: null; response: Message[] }
  /** Members of the shared state; see `SharedHost`. */
  claim: { ask: { name: string; isUseless: boolean }; response: Claim }
  finish: { ask: { name: string; text: string | null; keepSeconds: number }; response: null }
  countCall: { ask: { limit: string; caller: string; windowMs: number }; response: CallWindow }
  publish: { ask: Message & { expiresAtSeconds: number }; response: null }
  /** Write an event where events are written. */
  event: { ask: { level: AuditLevel; event: AuditEvent }; response: null }
}

/** A configuration as a message to a worker: a key stands there as its text. Secret. */
export type PackedConfig = Omit<LoadedConfig, 'credentials'> & { credentials: PackedCredentials }

type KeyCredentials = Extract<Credentials, { kind: 'key' }>
type PackedCredentials =
  | Exclude<Credentials, KeyCredentials>
  | { kind: 'key'; account: Omit<KeyCredentials['account'], 'privateKey'> }
  | null

/**
 * The configuration for a worker. It comes from the primary and not from the files, which may say something else by now, or be
 * wrong. Its warnings are the primary's to tell.
 */
export function packConfig(loaded: LoadedConfig): PackedConfig {
  const { credentials } = loaded
  return { ...loaded, warnings: [], notices: [], credentials: packCredentials(credentials) }
}

function packCredentials(credentials: Credentials | null): PackedCredentials {
  if (credentials?.kind !== 'key') return credentials
  const { privateKey: _privateKey, ...account } = credentials.account
  return { kind: 'key', account }
}

/** What was packed. */
export function unpackConfig(packed: PackedConfig): LoadedConfig {
  const { credentials } = packed
  if (credentials?.kind !== 'key') return { ...packed, credentials }
  const { account } = credentials
  return {
    ...packed,
    credentials: { kind: 'key', account: { ...account, privateKey: createPrivateKey(account.privateKeyPem) } }
  }
}
