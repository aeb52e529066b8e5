import { createSingleFlight } from '../async/single-flight.ts'
import type { SharedWork } from './shared-state.ts'

/**
 * Does work once for all callers of this process: `act` for the first of them, whose text the others read. Who cannot use the
 * text does the work by itself.
 */
export type Join = <Result>(
  name: string,
  work: SharedWork<Result>,
  act: () => Promise<Result>
) => Promise<Result>

/** Joins callers by the name of their work. */
export function createJoin(): Join {
  const flights = createSingleFlight<string | null>()
  return async (name, work, act) => {
    const own: Awaited<ReturnType<typeof act>>[] = []
    const text = await flights.run(name, async () => {
      const result = await act()
      own.push(result)
      return work.write(result)
    })
    const [result] = own
    if (result !== undefined) return result
    return (text === null ? null : await work.read(text)) ?? (await work.make())
  }
}
