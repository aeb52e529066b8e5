import { useEffect, useState } from 'react'
import { previews } from '../previews.ts'
import type { GallerySetup } from './contract.ts'
import { Editor } from './editor.tsx'
import { FilterBar } from './filter-bar.tsx'
import {
  type Choices,
  type Filters,
  groupStates,
  type ListedState,
  readFilters,
  writeFilters
} from './filters.ts'
import { Thumbnails } from './thumbnails.tsx'

const states: readonly ListedState[] = previews.map(({ name, state }) => ({
  name,
  screen: state.screen.name
}))
const screens = [...new Set(states.map(({ screen }) => screen))]

/** Every state of the login page as a live thumbnail, and an editor of its appearance. */
export function Gallery({ setup }: { setup: GallerySetup }) {
  const choices: Choices = { screens, languages: setup.languages.map(({ id }) => id) }
  const { filters, change } = useFilters(choices)
  const [theme, setTheme] = useState<string | null>(null)
  const groups = groupStates(states, filters)
  const count = [...groups.values()].reduce((sum, { length }) => sum + length, 0)
  return (
    <>
      <header className="top">
        <h1>
          {setup.brandName} <span className="muted">login page</span>
        </h1>
        <FilterBar filters={filters} onChange={change} screens={screens} languages={setup.languages} />
        <p className="muted" role="status">
          {count === 1 ? '1 state' : `${count} states`}
        </p>
      </header>
      <div className="columns">
        {setup.sections.length > 0 && <Editor setup={setup} onTheme={setTheme} />}
        <main>
          {count === 0 && <p className="empty">No state has such a name.</p>}
          {[...groups].map(([screen, shown]) => (
            <Thumbnails
              key={screen}
              screen={screen}
              states={shown}
              filters={filters}
              loginPath={setup.loginPath}
              theme={theme}
            />
          ))}
        </main>
      </div>
    </>
  )
}

/** The address keeps the filters, so that it can be shared and loaded again. */
function useFilters(choices: Choices) {
  const [filters, setFilters] = useState(() => readFilters(location.search, choices))
  const query = writeFilters(filters, choices)
  useEffect(() => {
    if (query !== location.search) history.replaceState(null, '', `${location.pathname}${query}`)
  }, [query])
  const change = (changes: Partial<Filters>) => setFilters((present) => ({ ...present, ...changes }))
  return { filters, change }
}
