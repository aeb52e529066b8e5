import { ERROR_CATALOGUE, type ErrorCode } from '../errors.ts'
import type { EncryptableState } from './cookie/cookie-value.ts'
import type { DatedResponse, RefreshResponse } from './refresh-memory.ts'
import type { Owner, Session } from './session.ts'
import { openSharedCookie, type SharedCookieOptions } from './shared-cookie.ts'

/** Refreshes as other processes are told of them. */
export interface SharedRefreshes {
  write(dated: DatedResponse): string
  /** The answer to the refresh of this session of this account; null: the text is none. */
  read(text: string, state: EncryptableState, owner: Owner): Promise<DatedResponse | null>
}

/**
 * What crosses between processes is the new cookie, as the browser gets it. It is trusted as far as a browser's: by its
 * signature and that of its id token; and it has to be of the very session that is refreshed.
 */
export function createSharedRefreshes(options: SharedCookieOptions): SharedRefreshes {
  async function openCookie(
    value: string,
    before: EncryptableState,
    owner: Owner
  ): Promise<RefreshResponse | null> {
    const session = await openSharedCookie(value, owner, options)
    return session !== null && isSameSession(session, before)
      ? { kind: 'refreshed', session, cookieValue: value }
      : null
  }

  return {
    write({ response, askedAtSeconds }) {
      const content =
        response.kind === 'refreshed' ? { cookie: response.cookieValue } : { code: response.code }
      return JSON.stringify({ askedAtSeconds, ...content })
    },

    async read(text, state, owner) {
      const content = readContent(text)
      if (content === null) return null
      const { askedAtSeconds, code } = content
      const response: RefreshResponse | null =
        code === null ? await openCookie(content.cookie, state, owner) : { kind: 'ended', code }
      return response === null ? null : { response, askedAtSeconds }
    }
  }
}

function isSameSession(after: Session, before: EncryptableState): boolean {
  return (
    after.id === before.id &&
    after.startedAtSeconds === before.startedAtSeconds &&
    after.endsWithBrowser === before.endsWithBrowser
  )
}

type Content = { askedAtSeconds: number } & ({ cookie: string; code: null } | { code: ErrorCode })

function readContent(text: string): Content | null {
  const content = parseObject(text)
  const askedAtSeconds = content.get('askedAtSeconds')
  const [cookie, code] = [content.get('cookie'), content.get('code')]
  if (typeof askedAtSeconds !== 'number') return null
  if (typeof cookie === 'string') return { askedAtSeconds, cookie, code: null }
  return isErrorCode(code) ? { askedAtSeconds, code } : null
}

function parseObject(text: string): ReadonlyMap<string, unknown> {
  try {
    const content: unknown = JSON.parse(text)
    return new Map(typeof content === 'object' && content !== null ? Object.entries(content) : [])
  } catch {
    return new Map()
  }
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CATALOGUE, code)
}
