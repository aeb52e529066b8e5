import type { ConnectedApplication, OwnAccount, OwnSessions } from '../account/contract.ts'
import type { CallAnswer } from '../account/gateway-client.ts'
import type { Problem } from '../auth/errors.ts'
import type { State } from '../machine.ts'

/**
 * Result of a requested change: pending (`waits`), pending at the gateway (`renews`), another step
 * (`begins`), success (`done`), or a problem.
 */
export type StagedAnswer = 'waits' | 'renews' | 'begins' | 'done' | Problem

/** An action on a page: pressing a node, or typing into it. */
export interface Deed {
  /** Selector; waits for a match. */
  at: string
  /** Omitted: press it. */
  type?: string
}

/** How the account page reaches a state other than its first, without provider or gateway. */
export interface Stage {
  /** Selector of what exists once the state is reached. */
  shows: string
  /** Run in order, each once its node exists. */
  deeds?: readonly Deed[]
  /** Results of the requested changes, in order. If set, no proof is required. */
  answers?: readonly StagedAnswer[]
  /** Changes to the account by a successful change. */
  becomes?: Partial<OwnAccount>
  /** Changes to the proof card's initial state. */
  proof?: Partial<State>
  /** The gateway's result; `waits`: pending. Default: success. */
  gateway?: CallAnswer | 'waits'
  /** Where the account is signed in; default: on four devices. */
  sessions?: OwnSessions
  /** Default: three. */
  applications?: readonly ConnectedApplication[]
  /** Whether the file with the changes fails to load. */
  isLost?: true
}
