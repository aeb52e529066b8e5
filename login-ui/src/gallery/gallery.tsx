import { useEffect, useState } from 'react'
import { previews } from '../previews.ts'
import type { GallerySetup } from './contract.ts'
import {
  type Choices,
  directions,
  type Filters,
  groupStates,
  type ListedState,
  previewQuery,
  readFilters,
  schemes,
  sizeNames,
  wordsOf,
  writeFilters
} from './filters.ts'

interface FilterBarProps extends Pick<GallerySetup, 'languages'> {
  filters: Filters
  onChange: (changes: Partial<Filters>) => void
  screens: readonly string[]
}

function FilterBar({ filters, onChange, screens, languages }: FilterBarProps) {
  const { screen, state, lang, scheme, size, dir } = filters
  return (
    <search className="filters">
      <Select label="Screen" value={screen} onChoose={(screen) => onChange({ screen })}>
        {[['', 'Every screen'], ...screens.map((name) => [name, wordsOf(name)])]}
      </Select>
      <label>
        State
        <input
          type="search"
          value={state}
          placeholder="such as busy"
          onChange={({ target }) => onChange({ state: target.value })}
        />
      </label>
      <Select label="Language" value={lang} onChoose={(lang) => onChange({ lang })}>
        {languages.map(({ id, name }) => [id, name])}
      </Select>
      <Switch
        label="Scheme"
        name="scheme"
        value={scheme}
        words={schemes}
        onChoose={(scheme) => onChange({ scheme })}
      />
      <Switch
        label="Width"
        name="size"
        value={size}
        words={sizeNames}
        onChoose={(size) => onChange({ size })}
      />
      <Switch
        label="Direction"
        name="dir"
        value={dir}
        words={directions}
        onChoose={(dir) => onChange({ dir })}
      />
    </search>
  )
}

interface SelectProps {
  label: string
  value: string
  onChoose: (value: string) => void
  /** Value and label of each option. */
  children: readonly (readonly string[])[]
}

function Select({ label, value, onChoose, children }: SelectProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {children.map(([option = '', text = option]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

interface SwitchProps<V extends string> {
  label: string
  /** Of the radio group. */
  name: string
  value: V
  words: readonly V[]
  onChoose: (value: V) => void
}

/** A choice between a few words. */
function Switch<V extends string>({ label, name, value, words, onChoose }: SwitchProps<V>) {
  return (
    <fieldset className="switch">
      <legend>{label}</legend>
      <div>
        {words.map((word) => (
          <label key={word}>
            <input type="radio" name={name} checked={word === value} onChange={() => onChoose(word)} />
            <span>{word}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface ThumbnailsProps {
  screen: string
  states: readonly ListedState[]
  filters: Filters
  loginPath: string
}

/** Scaled-down live pages of one screen's states, loaded when near the viewport. */
function Thumbnails({ screen, states, filters, loginPath }: ThumbnailsProps) {
  const id = `screen-${screen}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {wordsOf(screen)} <span className="muted">{states.length}</span>
      </h2>
      <ul className="thumbnails" data-size={filters.size}>
        {states.map(({ name }) => (
          <Thumbnail key={name} name={name} src={`${loginPath}${previewQuery(name, filters)}`} />
        ))}
      </ul>
    </section>
  )
}

/** Keyed by address: changing an iframe's address would add a history entry. */
function Thumbnail({ name, src }: { name: string; src: string }) {
  return (
    <li>
      <div className="frame" inert>
        <iframe key={src} src={src} title={name} loading="lazy" />
      </div>
      <a href={src} target="_blank" rel="noopener">
        {wordsOf(name)}
      </a>
    </li>
  )
}

const states: readonly ListedState[] = previews.map(({ name, state }) => ({
  name,
  screen: state.screen.name
}))
const screens = [...new Set(states.map(({ screen }) => screen))]

/** All states of the login page as live thumbnails. */
export function Gallery({ setup }: { setup: GallerySetup }) {
  const choices: Choices = { screens, languages: setup.languages.map(({ id }) => id) }
  const { filters, change } = useFilters(choices)
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
      <main>
        {count === 0 && <p className="empty">No state has such a name.</p>}
        {[...groups].map(([screen, shown]) => (
          <Thumbnails
            key={screen}
            screen={screen}
            states={shown}
            filters={filters}
            loginPath={setup.loginPath}
          />
        ))}
      </main>
    </>
  )
}

/** Keeps the filters in the address, for sharing and reloading. */
function useFilters(choices: Choices) {
  const [filters, setFilters] = useState(() => readFilters(location.search, choices))
  const query = writeFilters(filters, choices)
  useEffect(() => {
    if (query !== location.search) history.replaceState(null, '', `${location.pathname}${query}`)
  }, [query])
  const change = (changes: Partial<Filters>) => setFilters((present) => ({ ...present, ...changes }))
  return { filters, change }
}
