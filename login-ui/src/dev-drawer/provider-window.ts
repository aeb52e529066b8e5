/** The choice made in a test provider's window. */
export type WindowChoice =
  /** `token`: a custom token; `idToken`: the provider's. Only test providers accept them. */
  { kind: 'chosen'; token: string; idToken: string } | { kind: 'refused'; code: string; message: string }

/** Posted by the window; also `cancelled` when it is closed. */
type WindowMessage =
  | { type: 'chosen'; uid: string; tenantId: string | null }
  | { type: 'cancelled' }
  | { type: 'failed' }

/**
 * Opens the mock provider window and waits for a choice, cancellation or failure. `path`: of the window.
 * `tenantId`: whose accounts to offer; null: the project's own. The result comes through a channel, since
 * opener policies may isolate the windows.
 */
export function askProviderWindow(
  path: string,
  provider: { id: string; name: string },
  tenantId: string | null
): Promise<WindowChoice> {
  const name = `gatehouse-window-${crypto.randomUUID()}`
  const query = new URLSearchParams({
    provider: provider.name,
    channel: name,
    ...(tenantId !== null && { tenant: tenantId })
  })
  const channel = new BroadcastChannel(name)
  return new Promise<WindowChoice>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<WindowMessage>) => resolve(choiceOf(data))
    if (window.open(`${path}?${query}`, name, 'popup,width=440,height=640') === null)
      resolve(refused('auth/popup-blocked'))
  }).finally(() => channel.close())
}

function choiceOf(message: WindowMessage): WindowChoice {
  if (message.type === 'cancelled') return refused('auth/popup-closed-by-user')
  if (message.type === 'failed') return refused('auth/internal-error')
  const { uid, tenantId } = message
  const token = JSON.stringify({ uid, ...(tenantId !== null && { tenantId }) })
  return { kind: 'chosen', token, idToken: JSON.stringify({ sub: uid }) }
}

function refused(code: string): WindowChoice {
  return { kind: 'refused', code, message: 'in the window of the test provider' }
}
