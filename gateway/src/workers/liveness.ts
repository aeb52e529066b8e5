import type { Schedule } from '../async/schedule.ts'
import type { Link } from './link.ts'
import type { ToWorker } from './protocol.ts'

/** Between two questions, and how long each of them waits for its answer. */
const ASK_SECONDS = 2
/** So many in a row without an answer, and not one: after a pause of the whole machine the first one is late for everybody. */
const MOST_MISSED = 5

export interface LivenessOptions {
  link: Pick<Link<ToWorker>, 'ask'>
  schedule: Schedule
  /** It has not answered for 10 to 12 s. Called once; nothing is asked any more then. */
  onStuck: () => void
}

/** Asks a worker again and again whether its event loop runs, until it is gone. */
export function watchLiveness({ link, schedule, onStuck }: LivenessOptions): void {
  let missed = 0

  async function look(): Promise<void> {
    const { kind } = await link.ask('alive', null, ASK_SECONDS)
    if (kind === 'gone') return
    if (kind !== 'late') {
      missed = 0
      schedule(ASK_SECONDS, () => void look())
      return
    }
    missed += 1
    if (missed < MOST_MISSED) await look()
    else onStuck()
  }

  void look()
}
