import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { DevDrawerSlot } from './dev-drawer/dev-drawer-slot.tsx'
import type { Act, Actions } from './flows/actions.ts'
import type { State } from './machine.ts'
import type { Address, PageConfig } from './page-config.ts'
import './prelude/contract.ts'
import { findPreview, type Preview, previews } from './previews.ts'
import type { ViewSource } from './screens/views.ts'

/** Hydrates the state named by `config.preview`. Throws if there is none. */
export async function start(page: Element, config: PageConfig, views: ViewSource): Promise<void> {
  const preview = findPreview(config.preview ?? '')
  if (preview === null) throw new Error(`there is no preview "${config.preview}"`)
  if (window.frameElement !== null) keepStill()
  if (preview.stage !== undefined) {
    const { startStagedAccount } = await import('./previews/staged-account.ts')
    return startStagedAccount(page, { ...config, ...preview.patch }, preview.stage)
  }
  const { screen, tenant } = preview.state
  // Visitors have passed it.
  if (tenant !== null) await views.load('tenant')
  await Promise.all([views.loadExtras(), views.load(screen.name)])
  hydrateRoot(page, <PreviewPage config={config} preview={preview} views={views} />)
}

/** In the gallery: must neither take focus nor scroll the gallery. */
function keepStill(): void {
  HTMLElement.prototype.focus = () => {}
  Element.prototype.scrollIntoView = () => {}
}

interface PreviewPageProps {
  config: PageConfig
  preview: Preview
  views: ViewSource
}

/** One state of the page without flows: links lead to other previews, buttons do nothing. */
function PreviewPage({ config, preview, views }: PreviewPageProps) {
  const [{ state, patch }, show] = useState(preview)
  useEffect(() => void globalThis.gatehousePrelude?.take(), [])
  const go = (address: Address) => {
    const next = previews.find(({ name }) => name === address)
    if (next !== undefined) show(next)
  }
  const change = (changes: Partial<State>) =>
    show((shown) => ({ ...shown, state: { ...shown.state, ...changes } }))
  const known: Partial<Actions> = {
    go,
    startOver: () => go('sign-in'),
    forgetLastUsed: () => change({ lastUsed: null }),
    useOtherAccount: () => change({ isKnown: false, email: '' }),
    speak(locale) {
      const url = new URL(location.href)
      url.searchParams.set('lang', locale)
      location.assign(url)
    }
  }
  const act: Act = (name, ...input) => known[name]?.(...input)
  return (
    <App
      config={{ ...config, ...patch }}
      state={state}
      act={act}
      views={views}
      onEmail={(email) => change({ email })}
      onRemember={(remember) => change({ remember })}
      devDrawer={
        <DevDrawerSlot
          path={config.paths.drawer}
          tenants={{ ...config.tenant, current: state.tenant }}
          onSignInAs={() => {}}
        />
      }
    />
  )
}
