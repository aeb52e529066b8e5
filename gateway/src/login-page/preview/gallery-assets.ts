import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagePath } from '../../config/package-files.ts'
import { type Asset, readAssetFiles } from '../assets/assets.ts'

/** The built gallery. */
export interface GalleryAssets {
  html: string
  /** File name -> file, to be served below `ASSETS_PATH`. */
  files: ReadonlyMap<string, Asset>
}

/** The policy of the gallery: its own files, previews in frames, nothing from elsewhere. */
export const GALLERY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'"
].join('; ')

/** The gallery in `dist/login-ui-gallery`. Throws when it was not built. */
export function loadGalleryAssets(): GalleryAssets {
  const folder = packagePath('dist', 'login-ui-gallery')
  const page = join(folder, 'gallery.html')
  if (!existsSync(page)) throw new Error(`the gallery is not built (no ${page}): run \`npm run build\``)
  return { html: readFileSync(page, 'utf8'), files: readAssetFiles(folder) }
}
