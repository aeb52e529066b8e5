/** What clients saw. Each of the second half must stay 0. */
export interface Tally {
  requests: number
  uploads: number
  messages: number
  events: number
  signIns: number
  signOuts: number
  /** Connections with 2,000 pipelined requests. */
  floods: number
  /** Answers 503 while the provider was away, or had just come back. */
  unavailable: number

  /** Sessions refused without having been ended. */
  sessionsLost: number
  /** Answers of the application to somebody who may not have them, or meant for somebody else. */
  wrongPasses: number
  /** Requests without a whole answer. */
  broken: number
  /** Answers that nothing explains, such as 503 while the provider was there. */
  unexpected: number
  /** WebSockets and event streams that ended otherwise than by a restart. */
  socketsLost: number
}

/** The counters, and the first few things that went wrong, to find the cause. */
export type Findings = ReturnType<typeof createFindings>

const MAX_DETAILS = 20

/** Nothing has happened yet. */
export function createFindings() {
  const startedAtMs = performance.now()
  const details: string[] = []
  const tally: Tally = {
    requests: 0,
    uploads: 0,
    messages: 0,
    events: 0,
    signIns: 0,
    signOuts: 0,
    floods: 0,
    unavailable: 0,
    sessionsLost: 0,
    wrongPasses: 0,
    broken: 0,
    unexpected: 0,
    socketsLost: 0
  }
  return {
    tally,
    details,
    /** Counts one of the second half. */
    wrong(what: 'sessionsLost' | 'wrongPasses' | 'broken' | 'unexpected' | 'socketsLost', detail: string) {
      tally[what] += 1
      const atSeconds = Math.round((performance.now() - startedAtMs) / 1000)
      if (details.length < MAX_DETAILS) details.push(`${atSeconds} s: ${what}: ${detail}`)
    }
  }
}
