import { createRoot } from 'react-dom/client'
import type { GallerySetup } from './contract.ts'
import { Gallery } from './gallery.tsx'

/** As in `gateway/plugins/preview/preview-server.ts`; both have the same version, so the response is not checked. */
const setupPath = '/_gallery/setup'

async function start(place: Element): Promise<void> {
  const response = await fetch(setupPath)
  if (!response.ok) throw new Error(`status ${response.status}`)
  const setup: GallerySetup = await response.json()
  createRoot(place).render(<Gallery setup={setup} />)
}

const place = document.getElementById('gallery')
if (place === null) throw new Error('the page is not the one this script was built for')
start(place).catch(() => {
  place.textContent = 'The preview server doesn’t answer. Start it again and load this page again.'
})
