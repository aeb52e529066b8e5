import type { OwnAccount } from '../account/contract.ts'
import type { CallAnswer } from '../account/gateway-client.ts'
import type { Problem } from '../auth/errors.ts'
import type { State } from '../machine.ts'

/**
 * What comes of a change that is asked for: nothing yet (`waits`), nothing yet from the gateway (`renews`), one more step
 * (`begins`), the change (`done`), or a problem.
 */
export type StagedAnswer = 'waits' | 'renews' | 'begins' | 'done' | Problem

/** Something that is done on a page: a node is pressed, or something is typed into it. */
export interface Deed {
  /** Selector; what it finds is waited for. */
  at: string
  /** Left out: it is pressed. */
  type?: string
}

/** How the account page comes to a state that it does not begin with. No provider is asked, and no gateway. */
export interface Stage {
  /** Selector of what is there once the state is reached. */
  shows: string
  /** One after the other, each once what it needs is there. */
  deeds?: readonly Deed[]
  /** What comes of the changes that are asked for, one after the other. With any, no proof is asked for. */
  answers?: readonly StagedAnswer[]
  /** What a change that is done makes of the account. */
  becomes?: Partial<OwnAccount>
  /** The proof card, other than at first. */
  proof?: Partial<State>
  /** What the gateway answers; `waits`: nothing yet. By default all is done. */
  gateway?: CallAnswer | 'waits'
  /** Can the file with the changes not be loaded? */
  isLost?: true
}
