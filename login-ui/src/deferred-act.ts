import type { Act } from './flows/actions.ts'

/**
 * Gives an `Act` that passes actions to the one that is loaded. Until then, the last action that the visitor asked for is kept,
 * and then done. `onFailure`: it could not be loaded; the next action tries again.
 */
export function deferAct(load: () => Promise<Act>, onFailure: () => void): Act {
  let loaded: Act | null = null
  let wanted: ((act: Act) => void) | null = null

  const run = async (use: (act: Act) => void) => {
    if (loaded !== null) return use(loaded)
    const isFirst = wanted === null
    wanted = use
    if (!isFirst) return
    const act = await load().catch(() => null)
    const last = wanted
    wanted = null
    loaded = act
    if (act === null) onFailure()
    else last(act)
  }

  return (name, ...input) => {
    // Not kept: it must not replace an action of the visitor, and the flows load what they need by themselves.
    if (name === 'warmUp') loaded?.(name, ...input)
    else void run((act) => act(name, ...input))
  }
}
