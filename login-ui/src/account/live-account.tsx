import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { DevDrawerSlot } from '../dev-drawer/dev-drawer-slot.tsx'
import type { Browser } from '../lib/browser.ts'
import type { TabChannel } from '../lib/channel.ts'
import { loadOnce } from '../lib/load-once.ts'
import type { PageConfig } from '../page-config.ts'
import { AccountApp } from './account-app.tsx'
import type { ChangesFile, Departure, Toast } from './account-context.ts'
import { createAccountLanguage } from './account-language.ts'
import { accountPageAt, accountPathOf, withTenant } from './account-link.tsx'
import type { ChangesFileOptions } from './changes-file.ts'
import { type AccountPageConfig, type AccountPageName, isSameOwner, type OwnAccount } from './contract.ts'
import type { GatewayClient } from './gateway-client.ts'
import type { AccountScreens } from './screens/screens.ts'

/** Minimum interval of this tab's own checks. */
const intervalMs = 10_000
/** How long it is said what has been changed. */
const toastMs = 6000

/**
 * Calls `look` when another tab has signed in or out or changed something, and when this one becomes visible.
 * Returns an unsubscribe function. `ended`: the reason if the session is found to be over: `changed` if a
 * mail link was used here, otherwise unknown.
 */
function watchOthers(channel: TabChannel, look: (ended: 'changed' | 'sign-in') => Promise<void>): () => void {
  let lookedAtMs = Date.now()
  const lookNow = (ended: 'changed' | 'sign-in' = 'sign-in') => {
    lookedAtMs = Date.now()
    void look(ended)
  }
  const stopListening = channel.listen(({ type }) => {
    if (type === 'verified' || type === 'reverted') lookNow('changed')
    else if (type === 'signed-in' || type === 'signed-out') lookNow()
  })
  const stop = new AbortController()
  const onVisible = () => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAtMs >= intervalMs) lookNow()
  }
  document.addEventListener('visibilitychange', onVisible, stop)
  addEventListener('pageshow', ({ persisted }) => persisted && lookNow(), stop)
  return () => {
    stopListening()
    stop.abort()
  }
}

/** Where a departure leads. `config.query` contains the redirect parameter with the loaded page. `tenant`: of the account. */
export function loginPathAfter(
  departure: Departure,
  { pathname }: Pick<Location, 'pathname'>,
  { paths, query }: Pick<PageConfig, 'paths' | 'query'>,
  tenant: string | null
): string {
  const reason = `reason=${departure === 'sign-in' ? 'expired' : departure}`
  if (departure === 'deleted') return `${paths.login}/signed-out?${reason}`
  if (departure === 'signed-out' || departure === 'revoked') return `${paths.login}?${reason}`
  const [parameter] = query.slice(1).split('=', 1)
  // Shows the change; the page of a change would ask for a proof at once.
  const path = departure === 'changed' ? accountPathOf('overview', { paths }) : pathname
  const back = `${parameter}=${encodeURIComponent(withTenant(path, tenant))}`
  return departure === 'no-password' ? `${paths.login}/forgot?${back}` : `${paths.login}?${back}&${reason}`
}

interface LiveAccountProps {
  config: PageConfig
  facts: AccountPageConfig
  browser: Browser
  gateway: GatewayClient
  /** Starts the changes that need a proof. Rejects if the file cannot be fetched; may be retried. */
  startChanges: (options: ChangesFileOptions) => Promise<ChangesFile>
  channel: TabChannel
  screens: AccountScreens
  /** Called once, when the page is usable. */
  onAlive: () => void
}

/** The account page with its state: the current account and the page shown. */
export function LiveAccount(props: LiveAccountProps) {
  const { config, facts, browser, gateway, startChanges, channel, screens, onAlive } = props
  const [account, setAccount] = useState<OwnAccount>(facts.account)
  const [page, setPage] = useState<AccountPageName>(facts.page)
  const [toast, setToast] = useState<Toast | null>(null)
  const wanted = useRef<AccountPageName>(facts.page)

  const tools = useMemo(() => {
    const listeners = new Set<() => void>()
    const onSessionOver = (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
    const notifySessionOver = () => {
      for (const listener of listeners) listener()
    }
    const leave = (departure: Departure) => {
      if (departure === 'sign-in' || departure === 'changed') notifySessionOver()
      if (departure !== 'sign-in') channel.post({ type: 'signed-out' })
      location.assign(loginPathAfter(departure, location, config, facts.account.tenant))
    }
    const refresh = async (ended: Departure = 'sign-in') => {
      const answer = await gateway.read()
      if (answer.kind === 'signed-out') leave(ended)
      // Another account is signed in: nothing of the old one may stay visible.
      else if (answer.kind === 'read' && !isSameOwner(answer.account, facts.account)) location.reload()
      else if (answer.kind === 'read') setAccount(answer.account)
    }
    const language = createAccountLanguage({
      config,
      browser,
      onRefused(href) {
        notifySessionOver()
        location.assign(href)
      }
    })
    /** Returns whether the page could be shown in place. */
    const arrive = async (next: AccountPageName) => {
      wanted.current = next
      language.clear()
      await screens.load(next)
      if (wanted.current === next) setPage(next)
    }
    const show = (next: AccountPageName) => {
      const path = accountPathOf(next, config)
      setToast(null)
      arrive(next).then(
        () => {
          // Only the overview links to the other pages.
          if (location.pathname !== path) history.pushState({ isFromOverview: true }, '', path)
        },
        () => location.assign(path)
      )
    }
    const finish = (said: Toast) => {
      setToast(said)
      const path = accountPathOf('overview', config)
      if (location.pathname !== path) {
        if (Object(history.state).isFromOverview === true) return history.back()
        history.replaceState(null, '', path)
      }
      void arrive('overview')
    }
    const note = (changes: Partial<OwnAccount>) => setAccount((known) => ({ ...known, ...changes }))
    const loadChanges = loadOnce(() =>
      startChanges({ config, facts, browser, gateway, channel, language, leave, refresh })
    )
    return { leave, onSessionOver, refresh, language, arrive, show, finish, note, loadChanges }
  }, [config, facts, browser, gateway, startChanges, channel, screens])
  const { language } = tools
  const spoken = useSyncExternalStore(language.subscribe, language.state, language.state)
  const shown = useMemo(() => ({ ...config, ...spoken.language }), [config, spoken.language])

  useEffect(() => {
    const onPopState = () => {
      const next = accountPageAt(location.pathname, facts.pages, config)
      tools.arrive(next).catch(() => location.reload())
    }
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [config, facts, tools])
  useEffect(() => {
    const timer = toast && setTimeout(() => setToast(null), toastMs)
    return () => clearTimeout(timer ?? undefined)
  }, [toast])
  useEffect(() => watchOthers(channel, tools.refresh), [channel, tools])
  useEffect(onAlive, [onAlive])

  return (
    <AccountApp
      config={shown}
      page={page}
      tools={{ ...tools, account, facts, gateway, toast }}
      screens={screens}
      speak={language.speak}
      isLanguageLost={spoken.isLost}
      devDrawer={
        <DevDrawerSlot
          path={config.paths.drawer}
          tenants={{ ...config.tenant, current: null }}
          onSignInAs={() => location.assign(`${config.paths.login}?prompt=login`)}
        />
      }
    />
  )
}
