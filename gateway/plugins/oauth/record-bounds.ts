import type { AdapterPayload } from 'oidc-provider'
import type { RecordState } from './shared-lists.ts'

/** Records of one kind that an account has, or a network for what needs no account. A list has no room for many more. */
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

/** An entry of a list: the id, without spaces, and the client. */
const idIn = (entry: string) => entry.slice(0, entry.indexOf(' '))
const clientIn = (entry: string) => entry.slice(entry.indexOf(' ') + 1)

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
    /**
     * Notes a record as one of its account's, or else of the network of its request. Beyond the bound, the client with the most gives way:
     * of an account it loses its oldest, of a network its newest, since others there have begun before. `ending`: the ids of those that
     * have to end, which may be the new one's. `holder`: undefined: none, so there is no bound.
     */
    async hold(id: string, payload: AdapterPayload, expiresAtSeconds: number, network?: string) {
      const account = payload.accountId ?? payload.session?.accountId
      const holder = OF_CLIENTS.has(model) ? undefined : (account ?? network)
      const ending: string[] = []
      if (holder === undefined) return { holder, ending }
      const entry = `${id} ${payload.clientId ?? payload.params?.client_id ?? ''}`
      await shared.addToList(listOf(holder), { key: id, text: entry, expiresAtSeconds })
      const reading = await shared.readList(listOf(holder))
      // While the store is away, nothing can be counted.
      const held = reading.kind === 'list' ? reading.texts.filter(Boolean) : []
      while (held.length > MAX_HELD) {
        const ofBusiest = entriesOfBusiest(held)
        const newest = ofBusiest.includes(entry) ? entry : ofBusiest.at(-1)
        const [gone = entry] = account === undefined ? [newest] : ofBusiest
        held.splice(held.indexOf(gone), 1)
        ending.push(idIn(gone))
        await release(holder, idIn(gone))
      }
      return { holder, ending }
    },
    release
  }
}

/** Those of the client that has the most, or of all such clients. */
function entriesOfBusiest(entries: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const client of entries.map(clientIn)) counts.set(client, (counts.get(client) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return entries.filter((entry) => counts.get(clientIn(entry)) === most)
}
