import { ProviderError } from '../server/errors.ts'
import type { BlockingEvent, BlockingFunction } from '../settings.ts'
import type { Provider } from '../state.ts'

/**
 * Runs the function of an event, if there is one. Throws its refusal as production words it: firebase-js-sdk#5386, #7830.
 * Sign-ins with custom tokens and anonymous ones run none.
 */
export function runBlockingFunction(
  { settings }: Provider,
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
