import { inspect } from 'node:util'

/** How long one check may take unless it says otherwise, in milliseconds. */
const CHECK_TIMEOUT_MS = 30_000

/** How many checks ended how. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Runs checks one after the other and reports each as a line of TAP. */
export interface Checks {
  /** Runs a check; whatever it throws is its failure, and the next check runs all the same. `timeoutMs`: default 30 s. */
  check(title: string, run: () => Promise<void>, timeoutMs?: number): Promise<void>
  skip(title: string, reason: string): void
  /** Prints the plan and the totals; the last line is the sum in words. */
  finish(): Counts
}

/** Checks that report to standard output. https://testanything.org/tap-version-14-specification.html */
export function createChecks(): Checks {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  const total = () => counts.passed + counts.failed + counts.skipped
  print('TAP version 14')

  return {
    async check(title, run, timeoutMs = CHECK_TIMEOUT_MS) {
      const startedAtMs = performance.now()
      try {
        await within(run(), timeoutMs)
        counts.passed += 1
        print(`ok ${total()} - ${title} # time=${Math.round(performance.now() - startedAtMs)}ms`)
      } catch (err) {
        counts.failed += 1
        print(`not ok ${total()} - ${title}`)
        print(indent(err instanceof Error ? (err.stack ?? err.message) : inspect(err)))
      }
    },

    skip(title, reason) {
      counts.skipped += 1
      print(`ok ${total()} - ${title} # SKIP ${reason}`)
    },

    finish() {
      print(`1..${total()}`)
      const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`
      print(`${counts.passed} passed, ${counts.failed} failed${skipped}`)
      return counts
    }
  }
}

/** Rejects when the work takes longer; the work itself goes on. */
export async function within(work: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function indent(text: string): string {
  return text.replace(/^/gm, '  # ')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
