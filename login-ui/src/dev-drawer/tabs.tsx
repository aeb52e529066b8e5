import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

export interface Tab {
  name: string
  label: string
  /** Number of entries; null: not shown. */
  count: number | null
  content: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  /** Name of the selected tab. */
  selected: string
  onSelect: (name: string) => void
}

/** Tabs that open on focus, left to right, in English. https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true })
  }, [])
  const move = (event: KeyboardEvent) => {
    const present = tabs.findIndex(({ name }) => name === selected)
    const next = targetOf(event.key, present, tabs.length)
    const name = tabs[next]?.name
    if (name === undefined) return
    event.preventDefault()
    onSelect(name)
    document.getElementById(tabId(name))?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} className="drawer-tabs" ref={list} onKeyDown={move}>
        {tabs.map(({ name, label, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={tabId(name)}
            aria-controls={panelId(name)}
            aria-selected={name === selected}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => onSelect(name)}
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

/** Index of the tab for a key; -1: none. */
function targetOf(key: string, present: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
      return (present + 1) % count
    case 'ArrowLeft':
      return (present + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return -1
  }
}
