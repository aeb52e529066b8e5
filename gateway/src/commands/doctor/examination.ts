import { setMaxListeners } from 'node:events'
import { untilDeadline } from '../../async/deadline.ts'
import type { Check, DoctorContext } from './check.ts'
import { type Finding, fail, judge, skip, type Verdict } from './finding.ts'

/** How checks are run. */
export interface ExaminationOptions {
  /** Without calls to anybody. */
  isOffline: boolean
  /** When a check has to be done; one signal for each. */
  deadline: () => AbortSignal
}

/** Runs checks side by side; their findings in the order of the checks. One that fails or hangs does not touch the others. */
export function examine(
  checks: readonly Check[],
  context: DoctorContext,
  options: ExaminationOptions
): Promise<Finding[]> {
  const hide = createRedaction(context)
  return Promise.all(
    checks.map(async (check) => {
      const { status, seen, notes, advice } = await runCheck(check, context, options)
      const shown = advice.map(({ cause, fix }) => ({ cause: hide(cause), fix: hide(fix) }))
      const lines = notes === undefined ? {} : { notes: notes.map(hide) }
      return { id: check.id, status, seen: hide(seen), ...lines, advice: shown }
    })
  )
}

async function runCheck(
  check: Check,
  context: DoctorContext,
  { isOffline, deadline }: ExaminationOptions
): Promise<Verdict> {
  if (isOffline && check.isRemote) return skip('not asked: --offline')
  const signal = deadline()
  // One for each application.
  setMaxListeners(0, signal)
  try {
    const running = check.run(context, signal)
    return check.endsItself === true ? await running : await untilDeadline(running, signal, () => LATE)
  } catch (err) {
    // A message may quote what was read.
    const name = err instanceof Error ? err.name : 'unknown'
    return judge(
      `the check broke off (${name})`,
      fail('this is a defect of gatehouse', 'report it with this line and the output of VERSION')
    )
  }
}

const LATE = judge(
  'no result in time',
  fail('what it asks does not answer, or the network is slow', 'look at DNS and the way out of this machine')
)

const ADDRESS = /[^\s@:/'"`<>()]+@[^\s@'"`<>()]+\.[a-z]{2,}/gi

/** Takes secrets of the configuration, and email addresses, out of what other programs said. */
function createRedaction({ inspected }: DoctorContext): (text: string) => string {
  const { cookie, identityPlatform } = inspected.config
  const secrets = [...(cookie?.signatureKeys ?? []), identityPlatform?.apiKey ?? ''].filter(isLong)
  return (text) => {
    const without = secrets.reduce((rest, secret) => rest.replaceAll(secret, '(hidden)'), text)
    return without.replace(ADDRESS, '(address)')
  }
}

/** Short ones are those of the emulator and of tests, and words that stand in texts anyway. */
function isLong(secret: string): boolean {
  return secret.length >= 20
}
