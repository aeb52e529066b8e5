import { useSyncExternalStore } from 'react'
import { App } from './app.tsx'
import { DevDrawerSlot } from './dev-drawer/dev-drawer-slot.tsx'
import type { Act } from './flows/actions.ts'
import type { PageConfig } from './page-config.ts'
import type { ViewSource } from './screens/views.ts'
import type { Store } from './store.ts'

interface LivePageProps {
  config: PageConfig
  store: Store
  act: Act
  views: ViewSource
}

/** The page with its store and its flows. */
export function LivePage({ config, store, act, views }: LivePageProps) {
  const state = useSyncExternalStore(store.subscribe, store.state, store.state)
  return (
    <App
      config={config}
      state={state}
      act={act}
      views={views}
      onEmail={(email) => store.dispatch({ type: 'typed', email })}
      devDrawer={<DevDrawerSlot path={config.paths.drawer} onSignInAs={(user) => act('signInAs', user)} />}
    />
  )
}
