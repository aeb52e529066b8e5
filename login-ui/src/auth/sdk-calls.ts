import { FirebaseError } from 'firebase/app'
import type { Done, Refusal } from './sdk-contract.ts'

/** Why not, by the SDK's code. */
export function refusal(code: string, message: string): Refusal {
  return { kind: 'refused', code, message }
}

/** Calls the SDK and gives its errors as refusals; rejects with any other. */
export async function ask<T>(call: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await call()
  } catch (err) {
    if (!(err instanceof FirebaseError)) throw err
    return refusal(err.code, err.message)
  }
}

/** The same for a call whose answer says nothing. */
export async function done(call: () => Promise<unknown>): Promise<Done | Refusal> {
  const answer = await ask(async () => {
    await call()
    return null
  })
  return answer ?? { kind: 'done' }
}

/** Sends a mail whose page leads on to `url`; without `url` where the project has not authorised our host yet. */
export async function sendWith(
  url: string,
  send: (settings?: { url: string }) => Promise<void>
): Promise<Done | Refusal> {
  const answer = await done(() => send({ url }))
  return answer.kind === 'refused' && answer.code === 'auth/unauthorized-continue-uri'
    ? done(() => send())
    : answer
}
