import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState
} from 'react'
import { hrefInLanguage } from '../lib/addresses.ts'
import type { Address } from '../page-config.ts'
import { isPlainClick } from './link.tsx'
import { usePage } from './page-context.tsx'

interface FooterProps {
  /** Null if a reload would lose progress. */
  address: Address | null
  /** What the visitor accepts on this screen. */
  conditions?: ReactNode
}

/** Help, legal pages and languages, in the same place on every screen. */
export function Footer({ address, conditions }: FooterProps) {
  const { config, text } = usePage()
  const { links } = config
  const shown = (['help', 'contact', 'privacy', 'terms'] as const).filter((name) => links[name] !== null)
  const speaks = config.locales.length > 1
  if (shown.length === 0 && !speaks) return null
  return (
    <footer className="footer">
      {conditions}
      {shown.length > 0 && (
        <nav aria-label={text('footer.label')}>
          {shown.map((name) => (
            <a key={name} href={links[name] ?? undefined}>
              {text(`footer.${name}`)}
            </a>
          ))}
        </nav>
      )}
      {speaks && (
        // Two thirds of a page's elements: hydrated after the form.
        <Suspense>
          <Languages address={address} />
        </Suspense>
      )}
    </footer>
  )
}

/**
 * Languages are named in themselves, for visitors who cannot read the current one. The links work without script; with it, the
 * language changes in place. If they would lose progress, they are hidden until hydration.
 */
function Languages({ address }: { address: Address | null }) {
  const { config, text, act } = usePage()
  const menu = useRef<HTMLDetailsElement>(null)
  const [works, setWorks] = useState(address !== null)
  useEffect(() => {
    setWorks(true)
    // Losing focus is no reason to close the menu: Safari does not focus a pressed link, Tab reaches the
    // browser's controls first, and the page moves the focus itself on a response.
    const closeOutside = ({ target }: Event) => {
      if (menu.current?.open && target instanceof Node && !menu.current.contains(target))
        menu.current.open = false
    }
    const signs = ['pointerdown', 'keyup']
    for (const sign of signs) document.addEventListener(sign, closeOutside)
    return () => {
      for (const sign of signs) document.removeEventListener(sign, closeOutside)
    }
  }, [])
  const close = () => {
    if (!menu.current?.open) return
    menu.current.open = false
    menu.current.querySelector('summary')?.focus()
  }
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close()
  }
  const speak = (event: MouseEvent, locale: string) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    close()
    act('speak', locale)
  }
  const present = config.locales.find(({ id }) => id === config.locale)
  return (
    <details className={works ? 'languages' : 'languages unseen'} ref={menu} onKeyDown={closeByKey}>
      <summary>
        <span className="visually-hidden">{text('footer.language')}: </span>
        {present?.name ?? config.locale}
      </summary>
      <ul>
        {config.locales.map(({ id, name }) => (
          <li key={id}>
            <a
              href={hrefInLanguage(config, address ?? 'sign-in', id)}
              onClick={(event) => speak(event, id)}
              lang={id}
              hrefLang={id}
              dir="auto"
              aria-current={id === config.locale || undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
