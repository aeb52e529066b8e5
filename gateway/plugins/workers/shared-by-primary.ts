import { LRUCache } from 'lru-cache'
import { createMemoryTexts } from '../../src/shared-state/memory.ts'
import {
  createCallCounter,
  createSharedState,
  type SharedState
} from '../../src/shared-state/shared-state.ts'
import type { Handlers, Link, Message, Reply, ToPrimary } from './protocol.ts'

/** Published messages kept; the oldest are dropped. */
const MAX_MESSAGES = 200_000
/** A busy primary responds in time. */
const CLAIM_SECONDS = 5
/** Timeout for counting a call or publishing a message, and polling interval of those that wait. */
const ANSWER_SECONDS = 0.25

/** State shared by workers, held by their primary. `tell` receives what another worker has published. `now`: epoch seconds. */
export function createStateByPrimary(
  link: Pick<Link<ToPrimary>, 'ask'>,
  now: () => number
): { shared: SharedState; tell: (message: Message) => void } {
  let tell = (_message: Message) => {}
  let isClosed = false
  let isAsking = false
  let arrived: Promise<void> = Promise.resolve()
  const ask: Link<ToPrimary>['ask'] = async (...request) =>
    isClosed ? { kind: 'gone' } : await link.ask(...request)
  const responseOf = <Value>(reply: Reply<Value>) => (reply.kind === 'response' ? reply.value : null)

  /** Once for those that subscribe in this turn of the event loop. */
  async function readPublished(): Promise<void> {
    await Promise.resolve()
    isAsking = false
    for (const message of responseOf(await ask('published', null)) ?? []) tell(message)
  }

  const shared = createSharedState((deliver) => {
    tell = ({ topic, text }) => deliver(topic, text)
    return {
      claim: async (name, token, how) => responseOf(await ask('claim', { name, token, how }, CLAIM_SECONDS)),
      async release(name, token, text, keepSeconds) {
        void ask('release', { name, token, text, keepSeconds })
      },
      released: async (name) => void (await ask('released', name, ANSWER_SECONDS)),
      countCall: async (limit, caller, windowMs) =>
        responseOf(await ask('countCall', { limit, caller, windowMs }, ANSWER_SECONDS)),
      publish: async (topic, text, expiresAtSeconds) =>
        (await ask('publish', { topic, text, expiresAtSeconds }, ANSWER_SECONDS)).kind === 'response',
      publishedBefore() {
        if (!isAsking) arrived = readPublished()
        isAsking = true
      },
      addToList: async () => {},
      readList: async () => ({ kind: 'not-kept' }),
      ready: () => arrived,
      condition: () => null,
      async close() {
        isClosed = true
      }
    }
  }, now)
  return { shared, tell: (message) => tell(message) }
}

export type SharedHandlers = ReturnType<ReturnType<typeof createSharedHost<object>>['handlersOf']>

/** State shared by workers, in their primary's memory. `tell`: sends a message to all workers but its publisher. `now`: epoch seconds. */
export function createSharedHost<Worker>(tell: (from: Worker, message: Message) => void, now: () => number) {
  const countCall = createCallCounter(now)
  const { claim, release, released, releaseAllOf } = createMemoryTexts(now)
  const messages = new LRUCache<string, Message & { expiresAtSeconds: number }>({ max: MAX_MESSAGES })

  return {
    /** What a worker asks for. */
    handlersOf: (worker: Worker) =>
      ({
        claim: ({ name, token, how }) => claim(name, token, how),
        release: ({ name, token, text, keepSeconds }) => release(name, token, text, keepSeconds),
        released,
        countCall: ({ limit, caller, windowMs }) => countCall(limit, caller, windowMs),
        publish({ expiresAtSeconds, ...message }) {
          if (expiresAtSeconds > now())
            messages.set(JSON.stringify(message), { ...message, expiresAtSeconds })
          tell(worker, message)
        },
        published: () =>
          [...messages.values()].flatMap(({ topic, text, expiresAtSeconds }) =>
            expiresAtSeconds > now() ? [{ topic, text }] : []
          )
      }) satisfies Partial<Handlers<ToPrimary>>,
    releaseAllOf
  }
}
