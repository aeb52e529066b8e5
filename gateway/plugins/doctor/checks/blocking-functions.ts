import { canSign } from '../../../src/identity-platform/credentials/credentials.ts'
import { ask, type Reply } from '../ask.ts'
import { defineProviderCheck, evaluate, fail, type Issue, ok, skip, warn } from '../check.ts'
import type { BlockingFunction } from '../project-settings.ts'
import { explainUnread } from './project.ts'

/** The blocking functions of the project answer at their addresses. Runs none of them. */
export const BLOCKING = defineProviderCheck(
  ['session'],
  async (provider, { session: { acquire, keepClaims } }, { inspected: { credentials } }, signal) => {
    if (provider.settings.emulatorHost !== null) return skip('the emulator has those that were set there')
    const response = await provider.readBlockingFunctions()
    if (response.kind === 'failed') return skip(explainUnread(response.failure))
    const functions = response.value
    if (functions.length === 0) return ok('none is registered')
    const found = await Promise.all(functions.map((one) => probe(one, signal)))
    const exchanges =
      acquire === 'exchange' || (acquire === 'auto' && credentials !== null && canSign(credentials))
    // Which session claims a function sets is not known.
    const isLost =
      exchanges && keepClaims.length === 0 && functions.some(({ event }) => event === 'beforeSignIn')
    const loss = isLost ? '; sessions do not get its session claims, as `session.keepClaims` lists none' : ''
    return evaluate(`${found.map(({ seen }) => seen).join(', ')}${loss}`, ...found.map(({ issue }) => issue))
  }
)

/** Functions take POST only: HEAD runs no code of theirs. */
async function probe({ event, url }: BlockingFunction, signal: AbortSignal) {
  if (url === null || !['https:', 'http:'].includes(url.protocol)) {
    const issue = fail(`${event} has no address: every such call is refused`, 'register the function again')
    return { seen: `${event}: no address`, issue }
  }
  const reply = await ask(url.origin, { path: url.pathname, method: 'HEAD', signal })
  const seen = `${event} at ${url.host}: ${reply.kind === 'response' ? reply.status : reply.reason}`
  return { seen, issue: adviseOn(event, reply) }
}

function adviseOn(event: string, reply: Reply): Issue | null {
  if (reply.kind === 'silent')
    return warn(
      `${event} cannot be reached from here; if the provider cannot either, visitors wait 7 seconds and are asked to try again`,
      'let this machine reach the function, or look at its metrics'
    )
  const { status } = reply
  if (status === 404)
    return fail(
      `${event} does not exist: sign-ins, or what else triggers it, fail`,
      'deploy the function, or remove its registration (Identity Platform, Settings, Triggers)'
    )
  if (status === 401 || status === 403)
    return fail(
      `${event} takes no unauthenticated calls, which the provider's are: sign-ins, or what else triggers it, fail`,
      'allow unauthenticated invocations of the function; it verifies the token in each call itself'
    )
  return status >= 500 ? warn(`${event} fails: visitors are asked to try again`, 'read its log') : null
}
