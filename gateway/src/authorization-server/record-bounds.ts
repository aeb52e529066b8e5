import type { AdapterPayload } from 'oidc-provider'
import type { RecordState } from './shared-lists.ts'

/** Records of one kind that an account has, or a network for what needs no account; its own oldest go first. */
const MAX_HELD = 100
/** Removes an entry of a list, which others then displace first. */
const FORGET_SECONDS = 60

/** Rooms of their own in memory, by the first word of a name: what one kind of record fills displaces no other. The rest are grants and refresh tokens. */
const ROOMS: Readonly<Record<string, string>> = {
  AccessToken: 'oauth-access',
  AuthorizationCode: 'oauth-code',
  Client: 'oauth-client',
  DeviceCode: 'oauth-device',
  Interaction: 'oauth-request',
  ReplayDetection: 'oauth-replay',
  Session: 'oauth-session',
  revoked: 'oauth-revoked'
}

/** Those of clients that prove who they are; registered ones have a bound of their own. */
const OF_CLIENTS = new Set(['Client', 'ReplayDetection'])

/** `name`: of a record, which begins with its model. */
export const roomOf = (name: string): string => ROOMS[name.split(' ', 1).join('')] ?? 'oauth'

/** The account that a record counts for, or the network of its request; undefined: none. */
export function holderOf(model: string, payload: AdapterPayload, network?: string): string | undefined {
  if (OF_CLIENTS.has(model)) return undefined
  return payload.accountId ?? payload.session?.accountId ?? network
}

/** The records of one model by their holders. `now`: epoch seconds. */
export function createHeldRecords(
  shared: Pick<RecordState, 'addToList' | 'readList'>,
  model: string,
  now: () => number
) {
  const listOf = (holder: unknown) => `${roomOf(model)}-held ${model} ${holder}`

  async function release(holder: unknown, id: string): Promise<void> {
    if (holder === undefined) return
    await shared.addToList(listOf(holder), { key: id, text: '', expiresAtSeconds: now() + FORGET_SECONDS })
  }

  return {
    /** Notes a record as one of its holder's. Returns the ids of those that have to end: the oldest beyond the bound. */
    async hold(holder: string, id: string, expiresAtSeconds: number): Promise<readonly string[]> {
      await shared.addToList(listOf(holder), { key: id, text: id, expiresAtSeconds })
      const reading = await shared.readList(listOf(holder))
      const held = reading.kind === 'list' ? reading.texts.filter(Boolean) : []
      const ending = held.slice(0, -MAX_HELD)
      for (const old of ending) await release(holder, old)
      return ending
    },
    release
  }
}
