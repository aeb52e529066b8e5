/** One bar. */
export interface Bar {
  label: string
  value: number
  /** Label at its end. */
  text: string
  /** Ours. */
  isMarked: boolean
}

const WIDTH = 760
const LABEL_WIDTH = 270
const TEXT_WIDTH = 130
const ROW = 26
const TOP = 40

/** Works on light and dark pages: the colours follow the reader's preference. */
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600; font-size: 15px }
  .bar { fill: #8c959f }
  .marked { fill: #0969da }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .bar { fill: #6e7681 }
    .marked { fill: #58a6ff }
  }`

/** A chart of horizontal bars as SVG, in the order given. Values are 0 or more; the longest bar is the largest. */
export function renderBars(title: string, bars: readonly Bar[]): string {
  const largest = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  const room = WIDTH - LABEL_WIDTH - TEXT_WIDTH
  const rows = bars.map(({ label, value, text, isMarked }, index) => {
    const y = TOP + index * ROW
    const width = Math.max(1, (value / largest) * room)
    const kind = isMarked ? 'bar marked' : 'bar'
    return `  <text x="${LABEL_WIDTH - 8}" y="${y + 14}" text-anchor="end">${escapeXml(label)}</text>
  <rect class="${kind}" x="${LABEL_WIDTH}" y="${y + 2}" width="${width.toFixed(1)}" height="${ROW - 8}" rx="2"/>
  <text x="${(LABEL_WIDTH + width + 6).toFixed(1)}" y="${y + 14}">${escapeXml(text)}</text>`
  })
  const height = TOP + bars.length * ROW + 8
  const description = bars.map(({ label, text }) => `${label} ${text}`).join('; ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
  <title id="title">${escapeXml(title)}</title>
  <desc id="description">${escapeXml(description)}</desc>
  <style>${STYLE}
  </style>
  <text class="title" x="8" y="22">${escapeXml(title)}</text>
${rows.join('\n')}
</svg>
`
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
