import type { ClientMetadata } from 'oidc-provider'

const MAX_CHARS = 60
/** Controls, bidirectional and other format characters, lone surrogates, unassigned ones, line and paragraph ends. */
const UNFIT = /[\p{C}\p{Zl}\p{Zp}\s]+/gu
const VISIBLE = /[\p{L}\p{N}]/u

/**
 * The name of a client for visitors: a text of a stranger, so without what would turn, hide or push away the words around it.
 * Its id where it has none that can be read.
 */
export function nameOfClient({ clientName = '', clientId }: NamedClient): string {
  const name = clientName.replace(UNFIT, ' ').trim()
  const characters = [...(VISIBLE.test(name) ? name : clientId)]
  return characters.length > MAX_CHARS
    ? `${characters.slice(0, MAX_CHARS - 1).join('')}…`
    : characters.join('')
}

interface NamedClient {
  clientName?: ClientMetadata['client_name'] | undefined
  clientId: string
}
