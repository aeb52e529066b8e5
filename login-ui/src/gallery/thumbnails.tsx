import { type Filters, type ListedState, previewQuery, wordsOf } from './filters.ts'

interface ThumbnailsProps {
  screen: string
  states: readonly ListedState[]
  filters: Filters
  loginPath: string
  theme: string | null
}

/** The states of one screen: the page itself, made smaller. Loaded when they come near to what is seen. */
export function Thumbnails({ screen, states, filters, loginPath, theme }: ThumbnailsProps) {
  const id = `screen-${screen}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {wordsOf(screen)} <span className="muted">{states.length}</span>
      </h2>
      <ul className="thumbnails" data-size={filters.size}>
        {states.map(({ name }) => (
          <Thumbnail key={name} name={name} src={`${loginPath}${previewQuery(name, filters, theme)}`} />
        ))}
      </ul>
    </section>
  )
}

/** A frame with another address is another element: a change of its address would be a step of the browser's history. */
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
