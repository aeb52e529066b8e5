import { realClock } from '../async.ts'
import type { Config } from '../config/schema/schema.ts'
import type { EventSink } from '../operations/events.ts'
import type { Problem } from '../problem.ts'
import { parseStoreUrl } from '../shared-state/settings-checks.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import { loadStoreLibrary } from '../shared-state/store/clients.ts'
import { createStoreState } from '../shared-state/store/store-state.ts'

export type OpenedSharedState =
  /** `create` undefined: this process is alone. */
  | { kind: 'opened'; create: ((report: EventSink) => SharedState) | undefined }
  | { kind: 'invalid'; problems: readonly Problem[] }

/** The shared state that a configuration specifies. Invalid: its store's client library is not installed. */
export async function openSharedState({ store, cookie, session }: Config): Promise<OpenedSharedState> {
  const parsed = store === null || store.url === null ? null : parseStoreUrl(store.url)
  if (store === null || parsed?.kind !== 'address') return { kind: 'opened', create: undefined }
  const library = await loadStoreLibrary()
  if (library === null) return { kind: 'invalid', problems: [NO_LIBRARY] }
  return {
    kind: 'opened',
    create: (report) =>
      createStoreState({
        library,
        address: parsed.address,
        settings: store,
        signatureKeys: cookie.signatureKeys,
        longestSeconds: session.absoluteSeconds,
        report,
        now: realClock
      })
  }
}

export const NO_LIBRARY: Problem = {
  path: 'store',
  message: 'needs the package `ioredis`, which is not installed',
  hint: 'Install it beside the gateway: `npm install ioredis@6`.'
}
