import type { CallWindow } from '../http/call-windows.ts'
import type { AuditEvent, AuditLevel } from '../operations/audit/audit-lines.ts'
import type { HealthCheck } from '../operations/health.ts'
import type { Family } from '../operations/metrics/family.ts'
import type { SessionsAnswer, SessionsQuestion } from '../operations/sessions-endpoints.ts'
import type { Problem } from '../problem.ts'
import type { CertificatePairs } from '../serving/listen/certificate-reload.ts'
import type { Ports } from '../serving/listeners.ts'
import type { PackedConfig } from './packed-config.ts'
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
    answer: { kind: 'ready'; ports: Ports } | { kind: 'failed'; failure: StartFailure }
  }
  /** Get ready to serve by this configuration: `settle` with the same number follows. */
  prepare: {
    ask: { reload: number; loaded: PackedConfig }
    answer: { kind: 'prepared' } | { kind: 'refused'; problems: readonly Problem[] }
  }
  /** Put what was prepared in force, or give it up; also when it is not ready yet. */
  settle: { ask: { reload: number; commit: boolean }; answer: null }
  /** Certificates for TLS, of which one is another. */
  useCertificates: { ask: CertificatePairs; answer: null }
  /** Another worker has published this. */
  told: { ask: Message; answer: null }
  /** Does its event loop run? */
  alive: { ask: null; answer: null }
  checks: { ask: null; answer: Record<string, HealthCheck> }
  metrics: { ask: null; answer: Family[] }
  /** What an operator asks at the management listener. */
  sessions: { ask: SessionsQuestion; answer: SessionsAnswer }
  /** End in order. The answer comes when the last request is over; the process ends after it. */
  end: { ask: { drainSeconds: number }; answer: { inTime: boolean; metrics: Family[] } }
}

/** What a worker asks the primary. */
export type ToPrimary = {
  /** Told once, when it can be asked: what is sent to it before is lost. */
  here: { ask: null; answer: null }
  /** What was published before this worker came, and still counts. */
  published: { ask: null; answer: Message[] }
  /** Members of the shared state; see `SharedHost`. */
  claim: { ask: { name: string; isUseless: boolean }; answer: Claim }
  finish: { ask: { name: string; text: string | null; keepSeconds: number }; answer: null }
  countCall: { ask: { limit: string; caller: string; windowMs: number }; answer: CallWindow }
  publish: { ask: Message & { untilSeconds: number }; answer: null }
  /** Write an event where events are written. */
  event: { ask: { level: AuditLevel; event: AuditEvent }; answer: null }
}
