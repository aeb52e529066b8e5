import { LRUCache } from 'lru-cache'
import { createMemoryTexts } from '../../src/shared-state/memory.ts'
import { createCallCounter, createSharedState } from '../../src/shared-state/shared-state.ts'
import type { Link, Reply, Result, SharedByPrimary } from './protocol.ts'

/** Published messages kept; the oldest are dropped. */
const MAX_MESSAGES = 200_000
/** A busy primary responds in time. */
const CLAIM_SECONDS = 5
/** Timeout for counting a call or publishing a message, and polling interval of those that wait. */
const ANSWER_SECONDS = 0.25

/** State shared by workers, held by their primary. `deliver` receives what another worker has published. `now`: epoch seconds. */
export function createStateByPrimary(link: Link<SharedByPrimary>, now: () => number) {
  let deliver = (_topic: string, _text: string) => {}
  let isClosed = false
  let isAsking = false
  let arrived: Promise<void> = Promise.resolve()
  const responseOf = <Value>(reply: Reply<Value>) => (reply.kind === 'response' ? reply.value : null)
  const askWithin =
    <Name extends keyof SharedByPrimary>(seconds: number | undefined, name: Name) =>
    async (...args: Parameters<SharedByPrimary[Name]>): Promise<Result<SharedByPrimary[Name]> | null> =>
      isClosed ? null : responseOf(await link.ask(name, args, seconds))
  const release = askWithin(undefined, 'release')
  const released = askWithin(ANSWER_SECONDS, 'released')
  const publish = askWithin(ANSWER_SECONDS, 'publish')

  /** Once for those that subscribe in this turn of the event loop. */
  async function readPublished(): Promise<void> {
    await Promise.resolve()
    isAsking = false
    const messages = isClosed ? null : responseOf(await link.ask('publishedBefore', []))
    for (const { topic, text } of messages ?? []) deliver(topic, text)
  }

  const shared = createSharedState((receive) => {
    deliver = receive
    return {
      claim: askWithin(CLAIM_SECONDS, 'claim'),
      release: async (...args) => void release(...args),
      released: async (name) => void (await released(name)),
      countCall: askWithin(ANSWER_SECONDS, 'countCall'),
      publish: async (...args) => (await publish(...args)) === true,
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
  return { shared, deliver }
}

/** State shared by workers, in their primary's memory. `tell`: sends a message to all workers but its publisher. `now`: epoch seconds. */
export function createSharedHost<Worker>(
  tell: (from: Worker, topic: string, text: string) => void,
  now: () => number
) {
  const { releaseAllOf, ...texts } = createMemoryTexts(now)
  const countCall = createCallCounter(now)
  const messages = new LRUCache<string, { topic: string; text: string; expiresAtSeconds: number }>({
    max: MAX_MESSAGES
  })

  return {
    /** What a worker asks for. */
    handlersOf: (worker: Worker) => ({
      ...texts,
      countCall,
      publish(topic: string, text: string, expiresAtSeconds: number): boolean {
        const message = { topic, text, expiresAtSeconds }
        if (expiresAtSeconds > now()) messages.set(JSON.stringify([topic, text]), message)
        tell(worker, topic, text)
        return true
      },
      publishedBefore: () => [...messages.values()].filter((one) => one.expiresAtSeconds > now())
    }),
    releaseAllOf
  }
}
