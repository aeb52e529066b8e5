import { Monogram } from './monogram.tsx'
import { usePage } from './page-context.tsx'

/** The operator's logo, or the name beside its initial. */
export function Brand() {
  const { name, logo } = usePage().config.brand
  if (logo === null)
    return (
      <div className="brand">
        <Monogram of={name} />
        <bdi>{name}</bdi>
      </div>
    )
  return (
    <picture className="brand">
      {logo.darkSrc !== null && <source srcSet={logo.darkSrc} media="(prefers-color-scheme: dark)" />}
      <img src={logo.src} alt={name} />
    </picture>
  )
}
