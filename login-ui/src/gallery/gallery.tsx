import { type MouseEvent, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { previews } from '../previews.ts'
import { isPlainClick } from '../ui/link.tsx'
import type { GallerySetup } from './contract.ts'
import {
  type Choices,
  type Filters,
  groupStates,
  type ListedState,
  previewQuery,
  readFilters,
  schemes,
  wordsOf,
  writeFilters
} from './filters.ts'

interface ChoiceProps {
  label: string
  value: string
  onChoose: (value: string) => void
  /** Value and label of each option. */
  children: readonly (readonly [value: string, label: string])[]
}

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {children.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

interface PageProps {
  /** A kind of screen, in the stylesheet. */
  on: 'desktop' | 'phone'
  title: string
  src: string
  /** Whether it is a picture only, loaded when near the viewport. */
  still?: boolean
}

/** A live page, scaled down. Keyed by address: changing an iframe's address would add a history entry. */
function Page({ on, title, src, still = false }: PageProps) {
  return (
    <div className={`frame ${on}`} inert={still}>
      <iframe key={src} src={src} title={title} loading={still ? 'lazy' : 'eager'} />
    </div>
  )
}

const states: readonly ListedState[] = previews.map(({ name, state }) => ({
  name,
  screen: state.screen.name
}))

/** Each state of the login page: one large, on a desktop and a phone, and all as thumbnails. */
function Gallery({ setup: { loginPath, brandName, languages, presets } }: { setup: GallerySetup }) {
  const { filters, query, change } = useFilters({
    show: states.map(({ name }) => name),
    lang: languages.map(({ id }) => id),
    scheme: schemes,
    preset: presets.map(({ name }) => name)
  })
  const { show, state, lang, scheme, preset } = filters
  const addressOf = (name: string) => `${loginPath}${previewQuery(name, filters)}`
  const choose = (event: MouseEvent, name: string) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    change({ show: name })
    scrollTo(0, 0)
  }
  const groups = [...groupStates(states, state)]
  const count = groups.reduce((sum, [, { length }]) => sum + length, 0)
  return (
    <>
      <header>
        <h1>
          {brandName} <span className="muted">login page</span>
        </h1>
        <p className="muted" role="status">
          {count === 1 ? '1 state' : `${count} states`}
        </p>
        <search>
          <fieldset>
            <legend>Preset: {wordsOf(preset || 'yours')}</legend>
            {presets.map(({ name, fill, page }) => (
              <input
                key={name}
                type="radio"
                name="preset"
                aria-label={wordsOf(name || 'yours')}
                checked={name === preset}
                onChange={() => change({ preset: name })}
                style={{ background: `linear-gradient(135deg, ${page} 50%, ${fill} 50%)` }}
              />
            ))}
          </fieldset>
          <Choice label="Scheme" value={scheme} onChoose={(scheme) => change({ scheme })}>
            {schemes.map((word) => [word, wordsOf(word)])}
          </Choice>
          <Choice label="Language" value={lang} onChoose={(lang) => change({ lang })}>
            {languages.map(({ id, name }) => [id, name])}
          </Choice>
          <label>
            States
            <input
              type="search"
              value={state}
              placeholder="such as busy"
              onChange={({ target }) => change({ state: target.value })}
            />
          </label>
        </search>
      </header>
      <main>
        <section aria-labelledby="shown">
          <h2 id="shown">
            {wordsOf(show)}{' '}
            <a href={addressOf(show)} target="_blank" rel="noopener">
              Open alone
            </a>
          </h2>
          <div className="large">
            <Page on="desktop" title={`${show}, desktop`} src={addressOf(show)} />
            <Page on="phone" title={`${show}, phone`} src={addressOf(show)} />
          </div>
        </section>
        {count === 0 && <p className="muted">No state has such a name.</p>}
        {groups.map(([screen, shown]) => (
          <section key={screen} aria-labelledby={`screen-${screen}`}>
            <h2 id={`screen-${screen}`}>
              {wordsOf(screen)} <span className="muted">{shown.length}</span>
            </h2>
            <ul className="thumbnails">
              {shown.map(({ name }) => (
                <li key={name}>
                  <a
                    href={query({ show: name })}
                    aria-current={name === show}
                    onClick={(event) => choose(event, name)}
                  >
                    <Page on="phone" title={name} src={addressOf(name)} still />
                    {wordsOf(name)}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </main>
    </>
  )
}

/** Keeps the filters in the address, for sharing and reloading. */
function useFilters(choices: Choices) {
  const [filters, setFilters] = useState(() => readFilters(location.search, choices))
  const query = (changes: Partial<Filters>) => writeFilters({ ...filters, ...changes }, choices)
  const address = location.pathname + query({})
  useEffect(() => history.replaceState(null, '', address), [address])
  const change = (changes: Partial<Filters>) => setFilters((present) => ({ ...present, ...changes }))
  return { filters, query: (changes: Partial<Filters>) => query(changes) || location.pathname, change }
}

/** As in `gateway/plugins/preview/preview-server.ts`; both have the same version, so the response is not checked. */
const setupPath = '/_gallery/setup'

async function start(place: Element): Promise<void> {
  const response = await fetch(setupPath)
  if (!response.ok) throw new Error(`status ${response.status}`)
  const setup: GallerySetup = await response.json()
  createRoot(place).render(<Gallery setup={setup} />)
}

const place = document.getElementById('gallery')
if (place === null) throw new Error('the page is not the one this script was built for')
start(place).catch(() => {
  place.textContent = 'The preview server doesn’t answer. Start it again and load this page again.'
})
