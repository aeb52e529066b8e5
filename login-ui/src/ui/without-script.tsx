import { textsIn } from '../lib/i18n.ts'
import type { PageConfig } from '../page-config.ts'

/**
 * The card's content in a browser without script. Its texts are not sent to the browser: only the server
 * renders this, inside `<noscript>`.
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

/** Whether the first screen is useless without script. The others have content and working links. */
export function needsScript({ address, preview }: Pick<PageConfig, 'address' | 'preview'>): boolean {
  return preview === null && address !== 'account' && address !== 'signed-out' && address !== 'problem'
}
