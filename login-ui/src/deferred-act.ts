import type { Act } from './flows/actions.ts'

/**
 * An `Act` that passes actions to the loaded one. Until then, the visitor's last action is kept and replayed.
 * `onFailure`: loading failed; the next action retries.
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
    // Not kept: it must not replace an action of the visitor, and flows load what they need.
    if (name === 'warmUp') loaded?.(name, ...input)
    else void run((act) => act(name, ...input))
  }
}
