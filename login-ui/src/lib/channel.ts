/** Messages between tabs. Any page of this origin can send these, so each only triggers a check. */
export type TabMessage =
  | { type: 'signed-in'; tenantId: string | null }
  /** A session has ended on the account page. */
  | { type: 'signed-out' }
  /** An email address was verified. */
  | { type: 'verified' }
  /** A link has reverted an account change: its address, or a new second factor. */
  | { type: 'reverted' }
  /** A sign-in link was opened here: asks which tab requested it. */
  | { type: 'who-asked'; question: string }
  /** `remember`: the choice in the requesting form. */
  | { type: 'asked'; question: string; email: string; remember: boolean }

/** The used part of `BroadcastChannel`. */
export interface BroadcastPort {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  close(): void
}

/** The other tabs; none if the browser has no such channel. */
export type TabChannel = ReturnType<typeof createTabChannel>

/**
 * `open`: opens the channel `gatehouse-login`; null if unavailable. Call once per page: a second object would
 * receive the first one's messages.
 */
export function createTabChannel(open: () => BroadcastPort | null) {
  const listeners = new Set<(message: TabMessage) => void>()
  const port = open()
  port?.addEventListener('message', ({ data }) => {
    const message = readMessage(data)
    if (message === null) return
    for (const listener of listeners) listener(message)
  })
  return {
    post: (message: TabMessage) => port?.postMessage(message),
    /** Calls `listener` for each well-formed message; returns an unsubscribe function. */
    listen(listener: (message: TabMessage) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => port?.close()
  }
}

function readMessage(data: unknown): TabMessage | null {
  const { type, tenantId, question, email, remember }: Record<string, unknown> = Object(data)
  switch (type) {
    case 'signed-in':
      return tenantId === null || typeof tenantId === 'string' ? { type, tenantId } : null
    case 'signed-out':
    case 'verified':
    case 'reverted':
      return { type }
    case 'who-asked':
      return typeof question === 'string' ? { type, question } : null
    case 'asked':
      return typeof question === 'string' && typeof email === 'string'
        ? { type, question, email, remember: remember === true }
        : null
    default:
      return null
  }
}
