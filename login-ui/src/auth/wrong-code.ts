import { problemOf } from './errors.ts'

/**
 * Gives the code to say for what an authenticator's code was refused with. The most common cause of a wrong one is a clock that is off:
 * `isClockOff` is asked in that case alone.
 */
export async function wrongCodeOf(code: string, isClockOff: () => Promise<boolean>): Promise<string> {
  if (problemOf(code).title !== problemOf('page/wrong-code').title) return code
  return (await isClockOff()) ? 'page/wrong-code-clock' : 'page/wrong-code'
}
