/** Smaller differences may be network delay. */
const toleranceMs = 60_000

/** The clock of this device. */
export interface Clock {
  /** Whether it is so far off that codes and tokens are rejected. `serverMs`: null if the server's time is unknown. */
  isOff(serverMs: number | null): boolean
}

/** `now`: epoch milliseconds. */
export function createClock(now: () => number): Clock {
  return { isOff: (serverMs) => serverMs !== null && Math.abs(serverMs - now()) > toleranceMs }
}
