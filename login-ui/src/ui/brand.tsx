import { usePage } from './page-context.tsx'

/** The operator's logo, or the name beside its initial. `heading`: below it; a name that it has is not repeated. */
export function Brand({ heading }: { heading?: string }) {
  const { name, logo } = usePage().config.brand
  if (logo === null)
    return (
      <div className="brand">
        <Monogram of={name} />
        {heading?.includes(name) || <bdi>{name}</bdi>}
      </div>
    )
  return (
    <picture className="brand">
      {logo.darkSrc !== null && <source srcSet={logo.darkSrc} media="(prefers-color-scheme: dark)" />}
      <img src={logo.src} alt={name} />
    </picture>
  )
}

/** The first character of a name, as a picture. Decorative: the name is beside it. */
export function Monogram({ of: name }: { of: string }) {
  return (
    <span className="monogram" aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
}
