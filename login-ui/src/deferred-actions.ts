import type { Actions } from './flows/actions.ts'

type Act = (actions: Actions) => void

/**
 * Gives actions which do what the loaded ones do, as soon as they are there: what the visitor asked for last until then
 * is done then. `onFailure`: they could not be loaded; the next action tries again.
 */
export function laterActions(load: () => Promise<Actions>, onFailure: () => void): Actions {
  let loaded: Actions | null = null
  let wanted: Act | null = null

  const run = async (act: Act) => {
    if (loaded !== null) return act(loaded)
    const isFirst = wanted === null
    wanted = act
    if (!isFirst) return
    const actions = await load().catch(() => null)
    const last = wanted
    wanted = null
    loaded = actions
    if (actions === null) onFailure()
    else last(actions)
  }

  // Loads the flows by itself, and must not take the place of what the visitor asks for.
  const warmUp = () => loaded?.warmUp()

  // Every name but that one is an action that may wait; which ones there are is known to the type alone.
  return new Proxy({ warmUp } as Actions, {
    get: (own, name: keyof Actions) =>
      name === 'warmUp'
        ? own.warmUp
        : (...input: never[]) => void run((actions) => callAction(actions, name, input))
  })
}

function callAction(actions: Actions, name: keyof Actions, input: never[]): void {
  const action: (...input: never[]) => void = actions[name]
  action(...input)
}
