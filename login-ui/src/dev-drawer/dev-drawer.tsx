import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type DrawerContents, type DrawerUser, fetchContents, type PageTenants, poll } from './contents.ts'
import styles from './dev-drawer.css?inline'
import { Accounts, Codes, Examples, Mails } from './lists.tsx'
import { type Side, useSides } from './sides.ts'

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
  const panel = useRef<HTMLDivElement>(null)
  const isFilled = contents !== null
  useEffect(() => {
    if (isFilled) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [isFilled])
  return (
    <div className="drawer-panel" data-side={side} id={id} ref={panel}>
      <div className="drawer-content" dir="ltr">
        <p className="drawer-hint">The identity provider is a stand-in: nothing of this is on a real site.</p>
        {failed && <p className="error">The test provider doesn’t answer.</p>}
        {contents !== null && <Tabs tabs={listTabs(contents, others)} />}
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

interface Tab {
  name: string
  label: string
  /** Number of entries; null: not shown. */
  count: number | null
  content: ReactNode
}

/** Tabs that open on focus, left to right, in English. https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
function Tabs({ tabs }: { tabs: readonly Tab[] }) {
  const [selected, select] = useState(tabs[0]?.name)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true })
  }, [])
  const move = (event: KeyboardEvent) => {
    const present = tabs.findIndex(({ name }) => name === selected)
    const right = (present + 1) % tabs.length
    const places = new Map([
      ['ArrowRight', right],
      ['ArrowLeft', present - 1],
      ['Home', 0],
      ['End', -1]
    ])
    const name = tabs.at(places.get(event.key) ?? tabs.length)?.name
    if (name === undefined) return
    event.preventDefault()
    select(name)
    document.getElementById(tabId(name))?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label="Test provider" className="drawer-tabs" ref={list} onKeyDown={move}>
        {tabs.map(({ name, label, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={tabId(name)}
            aria-controls={panelId(name)}
            aria-selected={name === selected}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => select(name)}
          >
            {label}
            {count !== null && count > 0 && <span className="drawer-count">{count}</span>}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }) => (
        <div
          key={name}
          role="tabpanel"
          id={panelId(name)}
          aria-labelledby={tabId(name)}
          hidden={name !== selected}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reached by keyboard
          tabIndex={0}
        >
          {name === selected && content}
        </div>
      ))}
    </>
  )
}

const tabId = (name: string) => `drawer-tab-${name}`
const panelId = (name: string) => `drawer-panel-${name}`
