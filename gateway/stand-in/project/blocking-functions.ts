import { ProviderError } from '../server/errors.ts'

/** What triggers a blocking function, by the names of the project's configuration. */
export type BlockingEvent = 'beforeCreate' | 'beforeSignIn' | 'beforeSendEmail' | 'beforeSendSms'

/** What a blocking function does when it is called. */
export type BlockingFunction =
  /** Throws an `HttpsError`. `status`: its name, by default `PERMISSION_DENIED`. */
  | { kind: 'refuse'; message: string; status?: string }
  /** Sets claims: of the account, which stay, and of this sign-in. */
  | { kind: 'set'; customClaims?: Record<string, unknown>; sessionClaims?: Record<string, unknown> }
  /** Does not answer within 7 seconds; the stand-in does not wait for that. */
  | { kind: 'hang' }

/** Functions by their events. */
export type BlockingFunctions = Readonly<Partial<Record<BlockingEvent, BlockingFunction>>>

/** Dependencies of the calls that trigger blocking functions. */
export interface BlockingDeps {
  settings: { blockingFunctions: BlockingFunctions }
}

/**
 * Runs the function of an event, if there is one. Throws its refusal as production words it: firebase-js-sdk#5386, #7830.
 * Sign-ins with custom tokens and anonymous ones run none.
 */
export function runBlockingFunction(
  { settings }: BlockingDeps,
  event: BlockingEvent
): Extract<BlockingFunction, { kind: 'set' }> {
  const found = settings.blockingFunctions[event] ?? { kind: 'set' }
  switch (found.kind) {
    case 'set':
      return found
    case 'hang':
      throw new ProviderError(400, 'BLOCKING_FUNCTION_ERROR_RESPONSE : Cloud function deadline exceeded.')
    case 'refuse': {
      const { message, status = 'PERMISSION_DENIED' } = found
      const body = JSON.stringify({ error: { message, status } })
      throw new ProviderError(
        400,
        `BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: ${body}`
      )
    }
  }
}
