import { textsIn } from '../lib/i18n.ts'
import type { PageConfig } from '../page-config.ts'

/**
 * What the card says, below the brand, in a browser that runs no scripts. The texts are not among those that the browser
 * gets: only the server renders this, inside of `<noscript>`.
 */
export function WithoutScript({ texts, links }: Pick<PageConfig, 'texts' | 'links'>) {
  const text = textsIn(texts)
  const help = links.help ?? links.contact
  return (
    <>
      <h1>{text('noscript.heading')}</h1>
      <p>{text('noscript.text')}</p>
      {help !== null && (
        <p>
          <a href={help}>{text(links.help === null ? 'footer.contact' : 'footer.help')}</a>
        </p>
      )}
    </>
  )
}

/** Does the first screen do anything without scripts? The others have something to say, and links that work. */
export function needsScript({ address, preview }: Pick<PageConfig, 'address' | 'preview'>): boolean {
  return preview === null && address !== 'account' && address !== 'signed-out' && address !== 'problem'
}
