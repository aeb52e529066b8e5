import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { unreachable } from './auth/first-problems.ts'
import { deferAct } from './deferred-act.ts'
import { initialState } from './first-state.ts'
import { loadTexts } from './lib/later-texts.ts'
import { loadOnce } from './lib/load-once.ts'
import { watchTyping } from './lib/typing.ts'
import { LivePage } from './live-page.tsx'
import type { Screen, State } from './machine.ts'
import type { PageConfig } from './page-config.ts'
import './prelude/contract.ts'
import { needsExtras } from './screens/extras-needed.ts'
import { lazyViews } from './screens/lazy-views.ts'
import { createStore } from './store.ts'

const views = lazyViews()

/**
 * Hydrates the rendered markup. The view of the first screen is loaded before, so that nothing is rendered again. Rejects when
 * something of it cannot be loaded: the markup is as it was then.
 */
async function start(page: Element, config: PageConfig): Promise<void> {
  if (config.accountPage !== null)
    return import('./account/start.tsx').then((account) => account.startAccount(page, config))
  if (config.preview !== null)
    return import('./preview-page.tsx').then((preview) => preview.start(page, config, views))
  const isTyping = watchTyping(document)
  const first = await firstState(config)
  const store = createStore(first)
  const startFlows = loadOnce(async () => {
    const [begin, texts] = await Promise.all([
      import('./start-flows.ts').then((flows) => flows.startFlows),
      loadTexts(config, fetch)
    ])
    const { locale, direction } = config
    store.dispatch({ type: 'spoke', language: { locale, direction, texts } })
    return begin(config, store, isTyping)
  })
  if (needsExtras(config)) await views.loadExtras()
  const act = deferAct(startFlows, () => store.dispatch({ type: 'failed', problem: unreachable }))
  await hydrate(page, first.screen, <LivePage config={config} store={store} act={act} views={views} />)
  // A failure is shown when the visitor does something.
  await startFlows().catch(() => {})
}

/** The table of all problems comes with the flows: where the page begins with a problem, it waits for them. */
async function firstState(config: PageConfig): Promise<State> {
  if (config.address !== 'problem') return initialState(config)
  const flows = await import('./start-flows.ts')
  return initialState(config, flows.problemOf)
}

async function hydrate(page: Element, screen: Screen, content: ReactNode): Promise<void> {
  await views.load(screen.name)
  hydrateRoot(page, content)
}

const page = document.getElementById('page')
const block = document.getElementById('gatehouse-config')
if (page === null || block === null) throw new Error('the page is not the one this script was built for')
// Not awaited here: a module that waits at its top is built into many more files.
start(page, JSON.parse(block.textContent)).catch((error: unknown) => {
  globalThis.gatehousePrelude?.fail()
  throw error
})
