import { type Problem, problemOf } from './errors.ts'
import type { Refusal } from './sdk-contract.ts'

// How the provider words what a blocking function of the project did to a call. Its text is free, and may hold
// what a visitor typed, so only its structure decides.
// https://cloud.google.com/identity-platform/docs/blocking-functions

/** `message`: the function's own, fit to be shown; empty: none. `trouble`: it failed or did not answer in time. */
export type Blocking = { kind: 'refused'; message: string } | { kind: 'trouble' }

const MAX_MESSAGE = 200
/** Longer texts are only read from their start. */
const MAX_READ = 4000

/** The provider's word, which is also the code of calls without the SDK. */
export const BLOCKED = 'BLOCKING_FUNCTION_ERROR_RESPONSE'
/** The SDK has no code for it, and keeps what follows the word up to the next ` : `. */
const sdkWords = /^Firebase: (HTTP Cloud Function |Cloud function |\(\()/i
/** A response of the function other than 200: in production, and as the official emulator says it. */
const answered =
  /^(?:HTTP Cloud Function returned an error:|\(\(HTTP request to \S+ returned HTTP error (\d{3}):) */
/** The start of an error body, for one that was cut off. */
const cutBody = /^\{"error":\{(?:"code":\d+,)?"message":("(?:[^"\\]|\\.)*)/

/** The statuses that come with 5xx: https://cloud.google.com/apis/design/errors */
const ofTrouble = /^(?:INTERNAL|UNKNOWN|DATA_LOSS|UNIMPLEMENTED|UNAVAILABLE|DEADLINE_EXCEEDED)$/

/** What a blocking function did; null: the refusal is not of one. */
export function readBlocking({ code, message }: Pick<Refusal, 'code' | 'message'>): Blocking | null {
  if (code.endsWith(BLOCKED)) return readText(message.replace(/^\w+ ?: ?/, ''))
  if (code !== 'auth/internal-error' || !sdkWords.test(message)) return null
  return readText(message.slice(10).replace(/ \(auth\/internal-error\)\.$/, ''))
}

function readText(text: string): Blocking {
  const [start, status] = answered.exec(text) ?? []
  if (start === undefined || Number(status) >= 500) return { kind: 'trouble' }
  const body = text.slice(start.length, start.length + MAX_READ).replace(/\)\)$/, '')
  const error = readError(body)
  // Without a body of its own, only the emulator says that it was the function's decision.
  if (error === null && status === undefined) return { kind: 'trouble' }
  if (error !== null && (ofTrouble.test(String(error.status)) || Number(error.code) >= 500))
    return { kind: 'trouble' }
  return { kind: 'refused', message: typeof error?.message === 'string' ? clean(error.message) : '' }
}

/** `error` of a JSON body, as far as it was kept; null: there is none. */
function readError(body: string): Record<string, unknown> | null {
  const whole = parse(body)
  if (whole !== null) return Object(whole.error) === whole.error ? Object.assign({}, whole.error) : null
  if (!/^\{"error":\{/.test(body)) return null
  const [, cut = ''] = cutBody.exec(body) ?? []
  // An escape may be cut off too.
  return { message: Object.values(parse(`[${cut.replace(/\\u?[\da-f]{0,3}$/i, '')}"]`) ?? {})[0] }
}

function parse(json: string): Record<string, unknown> | null {
  try {
    return Object.assign({}, JSON.parse(json))
  } catch {
    return null
  }
}

/** What turns the direction around or is invisible. */
const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}\p{Cs}\p{Co}]/gu

/** One line of text: no controls, nothing unseen. */
function clean(message: string): string {
  const points = [
    ...message
      .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
      .replace(unseen, '')
      .trim()
  ]
  return points.length > MAX_MESSAGE ? `${points.slice(0, MAX_MESSAGE - 1).join('')}…` : points.join('')
}

/** The problem of a sign-in that was refused, where it is not a screen of its own. `message`: to be shown, or empty. */
export function refusedProblem(message: string): Problem {
  const problem = problemOf('page/refused')
  // Isolated: its direction may be another one than that of the sentence.
  return message === ''
    ? problem
    : { ...problem, kind: 'account', hint: 'refused.said', slots: { message: `\u2068${message}\u2069` } }
}
