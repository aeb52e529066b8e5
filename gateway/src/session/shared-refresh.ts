import { ERROR_CATALOGUE, type ErrorCode } from '../errors.ts'
import type { VerifyIdToken } from '../identity-platform/tokens/id-token.ts'
import type { SessionCookie } from './cookie/cookie.ts'
import type { SessionState } from './cookie/cookie-value.ts'
import type { DatedAnswer, RefreshAnswer } from './refresh-memory.ts'
import { buildSession, isSameOwner, type Owner, ownerOf } from './session.ts'

export interface SharedRefreshOptions {
  cookie: Pick<SessionCookie, 'read' | 'open' | 'headerOf'>
  verifyIdToken: VerifyIdToken
}

/** Refreshes as other processes are told of them. */
export interface SharedRefreshes {
  write(dated: DatedAnswer): string
  /** The answer to the refresh of this session of this account; null: the text is none. */
  read(text: string, state: SessionState, owner: Owner): Promise<DatedAnswer | null>
}

/**
 * What crosses between processes is the new cookie, as the browser gets it. It is trusted as far as a browser's: by its
 * signature and that of its id token; and it has to be of the very session that is refreshed.
 */
export function createSharedRefreshes({ cookie, verifyIdToken }: SharedRefreshOptions): SharedRefreshes {
  async function openCookie(
    value: string,
    before: SessionState,
    owner: Owner
  ): Promise<RefreshAnswer | null> {
    const reading = cookie.read(cookie.headerOf(value))
    const opened = reading.kind === 'present' ? cookie.open(reading) : null
    if (opened?.kind !== 'open' || !isSameSession(opened.state, before)) return null
    const { idToken, ...mark } = opened.state
    const verdict = await verifyIdToken(idToken)
    if (verdict.kind !== 'valid' || !isSameOwner(ownerOf(verdict.claims), owner)) return null
    return { kind: 'refreshed', session: buildSession(idToken, verdict.claims, mark), cookieValue: value }
  }

  return {
    write({ answer, askedAtSeconds }) {
      const content = answer.kind === 'refreshed' ? { cookie: answer.cookieValue } : { code: answer.code }
      return JSON.stringify({ askedAtSeconds, ...content })
    },

    async read(text, state, owner) {
      const content = readContent(text)
      if (content === null) return null
      const { askedAtSeconds, code } = content
      const answer: RefreshAnswer | null =
        code === null ? await openCookie(content.cookie, state, owner) : { kind: 'ended', code }
      return answer === null ? null : { answer, askedAtSeconds }
    }
  }
}

/** Of format 1, the cookie before had no id: the one that took its place has got one. */
function isSameSession(after: SessionState, before: SessionState): boolean {
  return (
    (before.id === null || after.id === before.id) &&
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
