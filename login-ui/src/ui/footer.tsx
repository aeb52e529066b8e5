import type { Address } from '../page-config.ts'
import { hrefInLanguage, keepFragment } from './link.tsx'
import { usePage } from './page-context.tsx'

/** Help, legal pages and languages: at the same place on every screen. `address`: null where a reload would lose progress. */
export function Footer({ address }: { address: Address | null }) {
  const { config, text } = usePage()
  const { help, contact, privacy, terms } = config.links
  const links = [
    { href: help, label: text('footer.help') },
    { href: contact, label: text('footer.contact') },
    { href: privacy, label: text('footer.privacy') },
    { href: terms, label: text('footer.terms') }
  ]
  const shown = links.filter(({ href }) => href !== null)
  const speaks = address !== null && config.locales.length > 1
  if (shown.length === 0 && !speaks) return null
  return (
    <footer className="footer">
      {shown.length > 0 && (
        <nav aria-label={text('footer.label')}>
          {shown.map(({ href, label }) => (
            <a key={label} href={href ?? undefined}>
              {label}
            </a>
          ))}
        </nav>
      )}
      {speaks && <Languages address={address} />}
    </footer>
  )
}

/** Each language is named in itself, for visitors who cannot read the present one. */
function Languages({ address }: { address: Address }) {
  const { config, text } = usePage()
  const present = config.locales.find(({ id }) => id === config.locale)
  return (
    <details className="languages">
      <summary>
        <span className="visually-hidden">{text('footer.language')}: </span>
        {present?.name ?? config.locale}
      </summary>
      <ul>
        {config.locales.map(({ id, name }) => (
          <li key={id}>
            <a
              href={hrefInLanguage(config, address, id)}
              onClick={keepFragment}
              lang={id}
              hrefLang={id}
              dir="auto"
              aria-current={id === config.locale ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
