/** Beyond this a clock is wrong, not just slow to hear. */
const toleranceMs = 60_000

/** Is this device's clock so far from the server's that codes and tokens suffer? `serverMs`: null = nobody knows. */
export function isClockOff(serverMs: number | null, nowMs: number): boolean {
  return serverMs !== null && Math.abs(serverMs - nowMs) > toleranceMs
}
