/** The first character of a name, as a picture. Decorative: the name is beside it. */
export function Monogram({ of: name }: { of: string }) {
  return (
    <span className="monogram" aria-hidden="true">
      {[...name.trim()].slice(0, 1).join('').toUpperCase()}
    </span>
  )
}
