import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { deferAct } from './deferred-act.ts'
import { initialState, unreachable } from './first-state.ts'
import { loadTexts } from './lib/i18n.ts'
import { loadOnce } from './lib/load-once.ts'
import { watchTyping } from './lib/typing.ts'
import type { State } from './machine.ts'
import type { PageConfig } from './page-config.ts'
import './prelude/contract.ts'
import { App } from './app.tsx'
import { DevDrawerSlot } from './dev-drawer/dev-drawer-slot.tsx'
import type { Act } from './flows/actions.ts'
import { lazyViews } from './screens/first-screens.tsx'
import { needsExtras, type ViewSource } from './screens/views.ts'
import { createStore, type Store } from './store.ts'
import { fieldOf } from './ui/form.tsx'

/** Replays what the visitor did before hydration. Call once. */
function resumeEarlyAct(act: Act, store: Store): void {
  const early = globalThis.gatehousePrelude?.take() ?? null
  const unfolded = globalThis.gatehousePrelude?.unfolded
  // Whatever is typed of the password by now, it is not submitted.
  if (unfolded) act('signInWithPassword', { email: fieldOf(new FormData(unfolded), 'email'), password: '' })
  if (early === null) return
  const { target, signIn, unmark } = early
  // The first state change replaces the busy mark.
  const stop = store.subscribe(() => {
    stop()
    unmark()
  })
  if (signIn !== null) act('signInWithPassword', { ...signIn.credentials, early: signIn.answer })
  else if (target instanceof HTMLFormElement) target.requestSubmit()
  else target.click()
}

interface LivePageProps {
  config: PageConfig
  /** The markup shows this state. React hydrates with it, or it would replace the fields with empty ones. */
  first: State
  store: Store
  act: Act
  views: ViewSource
}

/** The page with its store and flows. */
function LivePage({ config, first, store, act, views }: LivePageProps) {
  const state = useSyncExternalStore(store.subscribe, store.state, () => first)
  const { language } = state
  const spoken = useMemo(() => ({ ...config, ...language }), [config, language])
  useEffect(() => resumeEarlyAct(act, store), [act, store])
  return (
    <App
      config={spoken}
      state={state}
      act={act}
      views={views}
      onEmail={(email) => store.dispatch({ type: 'typed', email })}
      onRemember={(remember) => store.dispatch({ type: 'chose-to-remember', remember })}
      devDrawer={
        <DevDrawerSlot
          path={config.paths.drawer}
          tenants={{ ...config.tenant, current: state.tenant }}
          onSignInAs={(user) => act('signInAs', user)}
        />
      }
    />
  )
}

const views = lazyViews()

/**
 * Hydrates the markup. Loads the first screen's view before, so nothing is rendered again. Rejects if
 * something cannot be loaded, leaving the markup unchanged.
 */
async function start(page: Element, config: PageConfig): Promise<void> {
  if (config.accountPage !== null)
    return import('./account/start.tsx').then((account) => account.start(page, config))
  if (config.preview !== null)
    return import('./preview-page.tsx').then((preview) => preview.start(page, config, views))
  const isTyping = watchTyping(document)
  const first = await firstState(config)
  const store = createStore(first)
  const startFlows = loadOnce(async () => {
    const [begin, texts] = await Promise.all([
      import('./start-flows.ts').then((flows) => flows.start),
      loadTexts(config, fetch)
    ])
    const { locale, direction } = config
    store.dispatch({ type: 'language-changed', language: { locale, direction, texts } })
    return begin(config, store, isTyping)
  })
  if (needsExtras(config)) await views.loadExtras()
  const act = deferAct(startFlows, () => store.dispatch({ type: 'failed', problem: unreachable }))
  await views.load(first.screen.name)
  // React repairs what an extension has edited: nothing for error tracking.
  hydrateRoot(page, <LivePage {...{ config, first, store, act, views }} />, {
    onRecoverableError: console.warn
  })
  // A failure is shown on the visitor's next action.
  await startFlows().catch(() => {})
}

/** The table of problems comes with the flows, so a page that starts with a problem waits for them. */
async function firstState(config: PageConfig): Promise<State> {
  if (config.address !== 'problem') return initialState(config)
  const flows = await import('./start-flows.ts')
  return initialState(config, flows.problemOf)
}

const page = document.getElementById('page')
const block = document.getElementById('gatehouse-config')
if (page === null || block === null) throw new Error('another page')
/** Not sent twice: the language links have them. */
const locales = Array.from(
  document.querySelectorAll<HTMLElement>('.languages a'),
  ({ lang, textContent }) => ({
    id: lang,
    name: textContent
  })
)
// Not awaited: top-level await would be compiled into many more files.
start(page, { ...JSON.parse(block.textContent), locales }).catch((error: unknown) => {
  globalThis.gatehousePrelude?.fail()
  throw error
})
