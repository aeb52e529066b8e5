import { type KeyboardEvent, useState } from 'react'
import { mustChooseTenant } from '../first-state.ts'
import type { Screen, State } from '../machine.ts'
import { Monogram } from '../ui/brand.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import { Given, Words } from '../ui/words.tsx'
import type { View } from './views.ts'

/** From this number on, a search box is shown. */
const MANY = 8

/** The choice of organization. If it comes first, there is no way back. */
function Tenant() {
  const { config, text, act, announce } = usePage()
  const { choose } = config.tenant
  const [found, setFound] = useState(choose)
  const search = (typed: string) => {
    const wanted = plain(typed)
    const matching = choose.filter(({ name }) => plain(name).includes(wanted))
    setFound(matching)
    announce(matching.length === 0 ? text('tenant.none') : null)
  }
  const chooseOnly = () => {
    const [only, second] = found
    if (only !== undefined && second === undefined) act('chooseTenant', only.id)
  }
  return (
    <>
      <p>{text('tenant.lead')}</p>
      {choose.length >= MANY && <Search onSearch={search} onEnter={chooseOnly} />}
      <div className="providers organizations">
        {found.map(({ id, name }) => (
          <Button key={id} name={id} icon={<Monogram of={name} />} onPress={() => act('chooseTenant', id)}>
            <bdi>{name}</bdi>
          </Button>
        ))}
      </div>
      {found.length === 0 && (
        <p className="muted" aria-hidden="true">
          {text('tenant.none')}
        </p>
      )}
      {!mustChooseTenant(config) && (
        <p className="ways">
          <Link to="sign-in">{text('page.back')}</Link>
        </p>
      )}
    </>
  )
}

function Search({ onSearch, onEnter }: { onSearch: (typed: string) => void; onEnter: () => void }) {
  const { text } = usePage()
  const watchKeys = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Enter' && !nativeEvent.isComposing) onEnter()
  }
  return (
    <div className="field">
      <label htmlFor="search">{text('tenant.search')}</label>
      <input
        id="search"
        type="search"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        onInput={({ currentTarget }) => onSearch(currentTarget.value)}
        onKeyDown={watchKeys}
      />
    </div>
  )
}

/** A name for searching: no capitals, accents or surrounding whitespace. */
function plain(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase()
}

/** Forms whose result depends on the organization. */
const forms: ReadonlySet<Screen['name']> = new Set(['sign-in', 'sign-up', 'forgot', 'link'])

/** The chosen organization, with a link to change it. */
function Chosen({ state: { screen, tenant } }: { state: State }) {
  const { config, text, act } = usePage()
  const chosen = config.tenant.choose.find(({ id }) => id === tenant)
  if (chosen === undefined || !forms.has(screen.name)) return null
  return (
    <p className="ways">
      <span>
        <Words of="tenant.chosen" slots={{ name: <Given>{chosen.name}</Given> }} />
      </span>
      <button type="button" className="link" onClick={() => act('changeTenant')}>
        {text('tenant.change')}
      </button>
    </p>
  )
}

export const tenantView: View<'tenant'> = { Body: Tenant, Chosen }
