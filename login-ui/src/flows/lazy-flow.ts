import { problemOf } from '../auth/errors.ts'
import { loadOnce } from '../lib/load-once.ts'
import type { Attempt } from './context/attempts.ts'
import type { FlowContext } from './context/flow-context.ts'

/** Flows in a file of their own, loaded on demand. */
export interface LazyFlow<Flow> {
  /** Loads the file once. Rejects on failure; the next call retries. */
  load(): Promise<Flow>
  /** The same during an attempt. Null: loading failed, which is shown, or the attempt is over. */
  loadFor(attempt: Attempt): Promise<Flow | null>
  /** Runs `act` at once if the file is loaded, otherwise later if the visitor is still on the same screen. */
  use(act: (flow: Flow) => void): void
}

/** `fetch`: loads the file and builds its flows. */
export function createLazyFlow<Flow>(
  { attempts, store }: FlowContext,
  fetch: () => Promise<Flow>
): LazyFlow<Flow> {
  let present: Flow | null = null
  const load = loadOnce(async () => {
    present = await fetch()
    return present
  })

  function use(act: (flow: Flow) => void): void {
    if (present !== null) {
      act(present)
      return
    }
    const { screen } = store.state()
    const ifStillHere = (then: () => void) => {
      if (store.state().screen === screen) then()
    }
    load().then(
      (flow) => ifStillHere(() => act(flow)),
      () => ifStillHere(() => attempts.refuse(problemOf('page/unreachable')))
    )
  }

  return {
    load,
    use,

    async loadFor(attempt) {
      const flow = await load().catch(() => null)
      if (flow === null) attempt.refuse({ code: 'page/unreachable' })
      return attempt.isOver() ? null : flow
    }
  }
}
