/** A smaller difference may be due to the network. */
const toleranceMs = 60_000

/** The clock of this device. */
export interface Clock {
  /**
   * Does it differ so much from the server's that codes and tokens are refused? `serverMs`: null when the server's time is
   * not known.
   */
  isOff(serverMs: number | null): boolean
}

/** `now`: epoch milliseconds. */
export function createClock(now: () => number): Clock {
  return { isOff: (serverMs) => serverMs !== null && Math.abs(serverMs - now()) > toleranceMs }
}
