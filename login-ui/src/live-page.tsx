import { useSyncExternalStore } from 'react'
import { App } from './app.tsx'
import { DrawerSlot } from './dev-drawer/dev-drawer-slot.tsx'
import type { Actions } from './flows/actions.ts'
import type { PageConfig } from './page-config.ts'
import type { ViewSource } from './screens/views.ts'
import type { Store } from './store.ts'

interface LivePageProps {
  config: PageConfig
  store: Store
  actions: Actions
  views: ViewSource
}

/** The page with all that is behind it. */
export function LivePage({ config, store, actions, views }: LivePageProps) {
  const state = useSyncExternalStore(store.subscribe, store.state, store.state)
  return (
    <App
      config={config}
      state={state}
      actions={actions}
      views={views}
      onEmail={(email) => store.dispatch({ type: 'typed', email })}
      drawer={<DrawerSlot path={config.paths.drawer} onSignInAs={actions.signInAs} />}
    />
  )
}
