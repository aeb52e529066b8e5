import { encode } from 'uqr'

/** A QR code of `of` as a single path; `label`: its accessible name. */
export function QrPicture({ of: content, label }: { of: string; label: string }) {
  const { size, data } = encode(content, { border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
