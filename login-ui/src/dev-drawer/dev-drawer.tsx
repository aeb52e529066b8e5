import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { type DrawerContents, type DrawerUser, fetchContents } from './contents.ts'
import styles from './dev-drawer.css?inline'
import { Accounts, Codes, Examples, Mails } from './lists.tsx'
import type { PageTenants } from './pools.ts'
import { type Tab, Tabs } from './tabs.tsx'

/** Polling interval in milliseconds. */
const pauseMs = 2000

/** Browser functions for polling, injectable for tests. */
export interface PollingBrowser {
  isVisible(): boolean
  /** Calls `listener` when the page is hidden or shown; returns an unsubscribe function. */
  onVisibility(listener: () => void): () => void
  /** Runs `task` after `ms`; returns a cancel function. */
  after(ms: number, task: () => void): () => void
}

/** Polls while the page is visible, one call at a time. Returns a stop function. `look` handles its own errors. */
export function poll(look: () => Promise<void>, browser: PollingBrowser = thisBrowser()): () => void {
  let cancel = () => {}
  let isLooking = false
  let isOver = false

  async function next(): Promise<void> {
    cancel()
    if (isOver || isLooking || !browser.isVisible()) return
    isLooking = true
    await look()
    isLooking = false
    if (!isOver && browser.isVisible()) cancel = browser.after(pauseMs, () => void next())
  }

  const stopListening = browser.onVisibility(() => void next())
  void next()
  return () => {
    isOver = true
    cancel()
    stopListening()
  }
}

function thisBrowser(): PollingBrowser {
  return {
    isVisible: () => document.visibilityState === 'visible',
    onVisibility(listener) {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    after(ms, task) {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    }
  }
}

/** At the end or start side of the card, or below the page. */
type Side = 'end' | 'start' | 'below'

/** Position of the card, in CSS pixels. */
export interface Place {
  left: number
  right: number
  viewportWidth: number
  direction: 'ltr' | 'rtl'
}

/** The side of the card with enough room, preferring the end side. */
export function findSide(place: Place, neededPx: number): Side {
  const { left, right, viewportWidth, direction } = place
  const atRight = viewportWidth - right
  const [atEnd, atStart] = direction === 'ltr' ? [atRight, left] : [left, atRight]
  if (atEnd >= neededPx) return 'end'
  return atStart >= neededPx ? 'start' : 'below'
}

/** The sides for elements of these widths, updated with the window. `below` until the card is measured. */
function useSides<Name extends string>(widthsPx: Readonly<Record<Name, number>>) {
  const [place, setPlace] = useState<Place | null>(null)
  // Before paint, to avoid a layout shift.
  useLayoutEffect(() => {
    const look = () => setPlace(placeOfCard())
    look()
    const observer = new ResizeObserver(look)
    observer.observe(document.documentElement)
    return () => observer.disconnect()
  }, [])
  return (name: Name): Side => (place === null ? 'below' : findSide(place, widthsPx[name]))
}

function placeOfCard(): Place | null {
  const card = document.querySelector('main')?.getBoundingClientRect()
  if (card === undefined) return null
  const { clientWidth, dir } = document.documentElement
  const { left, right } = card
  return { left, right, viewportWidth: clientWidth, direction: dir === 'rtl' ? 'rtl' : 'ltr' }
}

export { askProviderWindow } from './provider-window.ts'

// An adopted stylesheet: no other page has it, and the CSP need not allow it.
const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
document.adoptedStyleSheets.push(sheet)

/** Including margins, as in dev-drawer.css. */
const WIDTHS_PX = { pill: 90, panel: 416 }

export interface DevDrawerProps {
  /** Source of the content. */
  path: string
  tenants: PageTenants
  onSignInAs: (user: DrawerUser) => void
}

/**
 * A test provider's content: accounts to sign in as, the mails and codes a real one would have sent, and the
 * demo's examples. For developers, so only in English.
 */
export function DevDrawer(props: DevDrawerProps) {
  const [open, setOpen] = useState(false)
  const pill = useRef<HTMLButtonElement>(null)
  const id = useId()
  const sideOf = useSides(WIDTHS_PX)
  const panelSide = sideOf('panel')
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !open) return
    setOpen(false)
    pill.current?.focus()
  }
  return (
    <aside className="drawer" lang="en" aria-label="Test provider" onKeyDown={closeByKey}>
      <button
        type="button"
        className="drawer-pill"
        data-side={panelSide === 'below' ? sideOf('pill') : panelSide}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        ref={pill}
      >
        Test
      </button>
      {open && <Panel id={id} side={panelSide} {...props} />}
    </aside>
  )
}

function Panel({ id, side, path, ...others }: DevDrawerProps & { id: string; side: Side }) {
  const { contents, failed } = useContents(path)
  const [selected, select] = useState('accounts')
  const panel = useRef<HTMLDivElement>(null)
  const isFilled = contents !== null
  useEffect(() => {
    if (isFilled) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [isFilled])
  return (
    <div className="drawer-panel" data-side={side} id={id} ref={panel}>
      <div className="drawer-content" dir="ltr">
        <p className="drawer-hint">The identity provider is a stand-in: nothing of this is on a real site.</p>
        {failed && <p className="error">The test provider doesn't answer.</p>}
        {contents !== null && (
          <Tabs
            label="Test provider"
            tabs={listTabs(contents, others)}
            selected={selected}
            onSelect={select}
          />
        )}
      </div>
    </div>
  )
}

/** Polls while the panel is open, so new mails and codes appear. */
function useContents(path: string) {
  const [contents, setContents] = useState<DrawerContents | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(
    () =>
      poll(() =>
        fetchContents(path).then(
          (fetched) => {
            setContents(fetched)
            setFailed(false)
          },
          () => setFailed(true)
        )
      ),
    [path]
  )
  return { contents, failed }
}

function listTabs(
  { users, password, mails, codes, examples }: DrawerContents,
  { tenants, onSignInAs }: Omit<DevDrawerProps, 'path'>
): readonly Tab[] {
  const tabs: readonly Tab[] = [
    {
      name: 'accounts',
      label: 'Accounts',
      count: null,
      content: <Accounts {...{ users, password, tenants, onSignInAs }} />
    },
    { name: 'mails', label: 'Mails', count: mails.length, content: <Mails mails={mails} /> },
    { name: 'codes', label: 'Codes', count: codes.length, content: <Codes codes={codes} /> }
  ]
  const toTry: Tab = { name: 'try', label: 'Try', count: null, content: <Examples examples={examples} /> }
  return examples.length === 0 ? tabs : [...tabs, toTry]
}
