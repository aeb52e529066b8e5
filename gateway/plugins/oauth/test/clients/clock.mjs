// Preloaded into a gateway: with each SIGUSR2 its clock is eleven minutes ahead, so that access tokens are over.
const AHEAD_MS = 11 * 60_000
const RealDate = Date
let aheadMs = 0
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + aheadMs)
    else super(...parts)
  }
  static now() {
    return RealDate.now() + aheadMs
  }
}
process.on('SIGUSR2', () => {
  aheadMs += AHEAD_MS
})
