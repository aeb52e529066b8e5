import type { Act } from './flows/actions.ts'
import './prelude/contract.ts'
import type { Store } from './store.ts'

/** Does what the visitor asked for before the page could answer. To be called once, when it can. */
export function resumeEarlyAct(act: Act, store: Store): void {
  const early = globalThis.gatehousePrelude?.take() ?? null
  if (early === null) return
  const { target, signIn, unmark } = early
  // The first change says what the page is doing now.
  const stop = store.subscribe(() => {
    stop()
    unmark()
  })
  if (signIn !== null) act('signInWithPassword', { ...signIn.credentials, early: signIn.answer })
  else if (target instanceof HTMLFormElement) target.requestSubmit()
  else target.click()
}
