import type { TabChannel } from '../lib/channel.ts'

/** The least time between two calls that this tab makes by itself. */
const intervalMs = 10_000

/**
 * Calls `look` when another tab has signed somebody in or out, or changed something, and when this one comes to the front. The function
 * given back ends that. `ended`: why the session is over, if it is found to be: a link from a mail was used here, or nobody knows.
 */
export function watchOthers(
  channel: TabChannel,
  look: (ended: 'changed' | 'sign-in') => Promise<void>
): () => void {
  let lookedAtMs = Date.now()
  const lookNow = (ended: 'changed' | 'sign-in' = 'sign-in') => {
    lookedAtMs = Date.now()
    void look(ended)
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAtMs >= intervalMs) lookNow()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) lookNow()
  }
  const stop = channel.listen(({ type }) => {
    if (type === 'verified' || type === 'reverted') lookNow('changed')
    else if (type === 'signed-in' || type === 'signed-out') lookNow()
  })
  document.addEventListener('visibilitychange', onVisible)
  addEventListener('pageshow', onShow)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onVisible)
    removeEventListener('pageshow', onShow)
  }
}
