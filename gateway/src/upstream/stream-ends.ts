import type { EndReason } from '../http/open-streams.ts'
import type { StreamEnd } from '../operations/events.ts'

/** How the gateway ends a stream for one reason. */
interface StreamEnding extends Pick<StreamEnd, 'reason'> {
  /** In the log, where several causes have one reason. */
  because: string
  /** Close code of a WebSocket (RFC 6455, 7.4.1); null: that of sessions that have ended. */
  closeCode: number | null
  /** Reason text of a WebSocket's close frame; empty: none. */
  closeText: string
}

/** Every reason for which the gateway ends a stream, as logs, metrics and clients are told. */
export const STREAM_ENDINGS: Readonly<Record<EndReason, StreamEnding>> = {
  'going-away': { reason: 'drain', because: 'shutdown', closeCode: 1001, closeText: '' },
  'not-admitted': { reason: 'end', because: 'access changed', closeCode: 1008, closeText: 'access changed' },
  'too-long': { reason: 'expired', because: 'maxStreamSeconds', closeCode: 1001, closeText: 'time limit' },
  'signed-out': { reason: 'signed_out', because: 'signed out', closeCode: null, closeText: 'signed out' },
  revoked: {
    reason: 'signed_out',
    because: 'sign-in revoked',
    closeCode: null,
    closeText: 'session revoked'
  },
  'session-over': {
    reason: 'expired',
    because: 'session over',
    closeCode: null,
    closeText: 'session expired'
  },
  'session-idle': { reason: 'idle', because: 'session idle', closeCode: null, closeText: 'session expired' }
}

/** The end of a stream that the gateway ends, for log and metrics. `closeCode`: what a WebSocket was told; null: it is none. */
export function gatewayEnd(reason: EndReason, closeCode: number | null = null): StreamEnd {
  const ending = STREAM_ENDINGS[reason]
  return { by: 'gateway', reason: ending.reason, because: ending.because, closeCode }
}

/** How long the client of a stream whose session has ended may take to read the rest, in milliseconds. */
export const LAST_WORDS_MS = 800

/** Does the end of this reason concern the whole gateway, and not the visitor alone? */
export function isOrderly(reason: EndReason): boolean {
  return reason === 'going-away' || reason === 'too-long'
}
