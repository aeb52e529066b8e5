import { createJoin, createMemoryState } from '../shared-state/memory.ts'
import type { SharedState, SharedWork } from '../shared-state/shared-state.ts'
import type { Link } from './link.ts'
import type { Message, ToPrimary } from './protocol.ts'
import { MAX_MESSAGES, WORK_SECONDS } from './shared-host.ts'

/** Timeout for counting a call or publishing a message. */
const ANSWER_SECONDS = 0.25

/**
 * State shared by workers, held by their primary. If the primary does not respond in time, the work and the
 * counting are done here, and messages reach only this process. `now`: epoch seconds.
 */
export function createStateByPrimary(link: Pick<Link<ToPrimary>, 'ask'>, now: () => number) {
  const local = createMemoryState(now)
  const join = createJoin()
  /** Messages of topics without a subscriber yet; no more than the primary keeps. */
  const early = new Set<Message>()
  const topics = new Set<string>()
  let isClosed = false

  async function workForAll<Result>(
    name: string,
    keepSeconds: number,
    { make, write, read }: SharedWork<Result>
  ): Promise<Result> {
    const claim = await link.ask('claim', { name, isUseless: false }, WORK_SECONDS)
    if (claim.kind === 'response' && claim.value.kind === 'text') {
      const known = await read(claim.value.text)
      if (known !== null) return known
      await link.ask('claim', { name, isUseless: true }, ANSWER_SECONDS)
    }
    let text: string | null = null
    try {
      const result = await make()
      text = write(result)
      return result
    } finally {
      void link.ask('finish', { name, text, keepSeconds }, ANSWER_SECONDS)
    }
  }

  const state: SharedState = {
    ...local,
    once: async (name, keepSeconds, work) =>
      isClosed ? await work.make() : await join(name, work, () => workForAll(name, keepSeconds, work)),
    async countCall(limit, caller, windowMs) {
      const counted = isClosed
        ? null
        : await link.ask('countCall', { limit, caller, windowMs }, ANSWER_SECONDS)
      return counted?.kind === 'response' ? counted.value : await local.countCall(limit, caller, windowMs)
    },
    async publish(topic, text, expiresAtSeconds) {
      await local.publish(topic, text, expiresAtSeconds)
      if (isClosed) return false
      const published = await link.ask('publish', { topic, text, expiresAtSeconds }, ANSWER_SECONDS)
      return published.kind === 'response'
    },
    subscribe(topic, listener) {
      topics.add(topic)
      local.subscribe(topic, listener)
      for (const message of early) {
        if (message.topic !== topic) continue
        early.delete(message)
        listener(message.text)
      }
    },
    async close() {
      isClosed = true
    }
  }
  return {
    ...state,
    /** Receives what another worker has published. */
    tell(message: Message): void {
      if (topics.has(message.topic)) void local.publish(message.topic, message.text, 0)
      else if (early.size < MAX_MESSAGES) early.add(message)
    }
  }
}
