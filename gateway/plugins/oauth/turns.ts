/** Bounded work of one kind: `inProgress` at a time, while `waiting` others wait; more are refused. */
export function createTurns({
  inProgress: most,
  waiting: mostWaiting
}: Record<'inProgress' | 'waiting', number>) {
  const waiting: { resolve: () => void; reject: (err: Error) => void }[] = []
  let inProgress = 0
  return {
    /** Does the work when it is its turn. Rejects if the work does, if too much waits, or once stopped. */
    async take<Result>(work: () => Promise<Result>): Promise<Result> {
      if (inProgress < most) inProgress += 1
      else if (waiting.length >= mostWaiting) throw new Error('too many are waiting')
      else await new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) inProgress -= 1
        else next.resolve()
      }
    },
    /** Gives up on what waits. */
    stop(): void {
      for (const { reject } of waiting.splice(0)) reject(new Error('stopped while waiting'))
    }
  }
}
