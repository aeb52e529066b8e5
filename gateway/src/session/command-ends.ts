import { randomUUID } from 'node:crypto'
import { parseJsonObject } from '../config/json-members.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import type { Owner } from './session.ts'

const TOPIC = 'sessions.ended-by-command'
/** For how long a gateway that cannot be reached still learns of it. */
const VALID_SECONDS = 120

/** A session that was ended by a command, or all of an account. */
export interface CommandEnd extends Owner {
  /** The session's id in the log; null: all sessions. */
  sessionId: string | null
}

export type CommandEnds = ReturnType<typeof createCommandEnds>

/**
 * Ends by the command `gatehouse sessions`, which leaves to the gateway what else has to happen then. One process of all learns
 * of each; if none can be reached for two minutes, none does. `now`: epoch seconds.
 */
export function createCommandEnds(
  shared: Pick<SharedState, 'publish' | 'subscribe' | 'countCall'>,
  now: () => number
) {
  const listeners = new Set<(end: CommandEnd) => void>()

  async function receive(text: string): Promise<void> {
    const { subject, tenantId = null, sessionId = null } = parseJsonObject(text) ?? {}
    if (listeners.size === 0 || typeof subject !== 'string') return
    const { calls } = await shared.countCall(TOPIC, text, VALID_SECONDS * 1000)
    // Written by `publish` alone.
    if (calls === 1)
      for (const listener of listeners) listener({ subject, tenantId, sessionId } as CommandEnd)
  }

  shared.subscribe(TOPIC, (text) => void receive(text))
  return {
    /** Resolves to whether the gateways were notified. */
    publish: (end: CommandEnd): Promise<boolean> =>
      shared.publish(TOPIC, JSON.stringify({ ...end, id: randomUUID() }), now() + VALID_SECONDS),
    /** Returns what stops it. */
    listen(listener: (end: CommandEnd) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}
