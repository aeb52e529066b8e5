import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { App } from './app.tsx'
import { DevDrawerSlot } from './dev-drawer/dev-drawer-slot.tsx'
import type { Act } from './flows/actions.ts'
import type { PageConfig } from './page-config.ts'
import { resumeEarlyAct } from './resume-early-act.ts'
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
