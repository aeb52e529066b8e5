import { problemOf } from '../auth/errors.ts'
import { loadOnce } from '../lib/load-once.ts'
import type { Actions } from './actions.ts'
import type { Attempt, Page } from './page.ts'

/** Flows in a file of their own, which is loaded when they are needed. */
export interface Family<Flows> {
  /** Loads the file, unless it is there. Rejects when that fails; the next call tries again. */
  load(): Promise<Flows>
  /** The same during an attempt: null when the file cannot be loaded, which is told, or the attempt is over. */
  loadFor(attempt: Attempt): Promise<Flows | null>
  /** Does what the visitor asks for: at once, or when the file has come and the visitor has not gone elsewhere meanwhile. */
  use(act: (flows: Flows) => void): void
}

export function createFamily<Flows>(page: Page, fetch: () => Promise<Flows>): Family<Flows> {
  let flows: Flows | null = null
  const load = loadOnce(async () => {
    flows = await fetch()
    return flows
  })
  return {
    load,

    async loadFor(attempt) {
      const loaded = await load().catch(() => null)
      if (loaded === null) attempt.refuse({ code: 'page/unreachable' })
      return attempt.isOver() ? null : loaded
    },

    use(act) {
      if (flows !== null) return act(flows)
      const { screen } = page.state()
      const ifStillHere = (then: () => void) => {
        if (page.state().screen === screen) then()
      }
      load().then(
        (loaded) => ifStillHere(() => act(loaded)),
        () => ifStillHere(() => page.refuseAtOnce(problemOf('page/unreachable')))
      )
    }
  }
}

/** Gives these actions of a family: each loads the file, where that has not come yet. */
export function actionsOf<Name extends keyof Actions>(
  family: Family<Pick<Actions, Name>>,
  ...names: readonly Name[]
): Pick<Actions, Name> {
  const entries = names.map((name) => [
    name,
    (...input: never[]) => family.use((flows) => callAction(flows[name], input))
  ])
  return Object.fromEntries(entries)
}

function callAction(action: (...input: never[]) => void, input: never[]): void {
  action(...input)
}
