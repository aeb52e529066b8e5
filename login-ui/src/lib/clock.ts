/** Beyond this a clock is wrong, not just late. */
const toleranceMs = 60_000

/** The clock of this device. */
export interface Clock {
  /** Is it so far from the server's that codes and tokens suffer? `serverMs`: null when the server's time is not known. */
  isOff(serverMs: number | null): boolean
}

/** `now`: epoch milliseconds. */
export function createClock(now: () => number): Clock {
  return { isOff: (serverMs) => serverMs !== null && Math.abs(serverMs - now()) > toleranceMs }
}
