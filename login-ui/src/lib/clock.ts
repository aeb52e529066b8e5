/** Smaller differences may be network delay. */
const toleranceMs = 60_000

/** The clock of this device. */
export type Clock = ReturnType<typeof createClock>

/** `now`: epoch milliseconds. */
export function createClock(now: () => number) {
  return {
    /** Whether it is so far off that codes and tokens are rejected. `serverMs`: null if the server's time is unknown. */
    isOff: (serverMs: number | null) => serverMs !== null && Math.abs(serverMs - now()) > toleranceMs
  }
}
