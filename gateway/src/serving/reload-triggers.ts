import type { FastifyBaseLogger } from 'fastify'
import type { Schedule } from '../async/schedule.ts'
import type { Reading } from '../config/reading.ts'
import type { Config } from '../config/schema/schema.ts'
import { readAgain } from '../config/sources/noted-reads.ts'
import { listOwnMounts } from './own-mounts.ts'
import { createReload, type ReloadOptions } from './reload.ts'
import { createWatch } from './watch.ts'

export interface ReloadTriggersOptions extends Omit<ReloadOptions, 'pause' | 'look'> {
  /** `reload` of the configuration that is in force. */
  settings: () => Config['reload']
  schedule: Schedule
  logger: FastifyBaseLogger
}

/** What makes a gateway read its configuration anew; see `createReloadTriggers`. */
export interface ReloadTriggers {
  /** Begins to watch the files, where the configuration wants it. */
  start(): void
  /** An operator asks. Settles when it is over; never rejects. */
  reload(): Promise<void>
  /** From now on nothing is reloaded; settles when a reload under way is over. */
  close(): Promise<void>
}

/** Reloads when an operator asks, and when a file of the configuration changes. */
export function createReloadTriggers(options: ReloadTriggersOptions): ReloadTriggers {
  const { first, settings, schedule, logger } = options
  const watch = createWatch({ schedule, onChange: () => void run('change') })
  let latest = first
  const reload = createReload({
    ...options,
    look: readAgain,
    onRead: (reading) => {
      latest = reading
      options.onRead(reading)
    },
    pause: (seconds) => new Promise((resolve) => void schedule(seconds, resolve))
  })

  /** Also with files that are refused, because their next change may mend them. */
  function follow(): void {
    const { watch: isOn, pollSeconds } = settings()
    void watch.follow(isOn ? [...latest.files.keys()] : [], pollSeconds)
  }

  async function run(by: 'operator' | 'change'): Promise<void> {
    await reload.run(by)
    follow()
  }

  return {
    start() {
      if (settings().watch) warnOfOwnMounts(first, logger)
      follow()
    },
    reload: () => run('operator'),
    async close() {
      watch.close()
      await reload.close()
    }
  }
}

function warnOfOwnMounts({ files }: Reading, logger: FastifyBaseLogger): void {
  for (const file of listOwnMounts(files.keys()))
    logger.warn(
      { file },
      'this file of the configuration is a mount of its own, as `subPath` makes them: it never changes here; mount its folder, or restart after changes'
    )
}
