/**
 * The page's input, and all the gateway knows of it. Types only. The extension is `.js` because the two
 * compile to different folders, where `.ts` could not be rewritten.
 */

export type { GallerySetup } from '../../../login-ui/src/gallery/contract.js'
export type { ActionMode, Address, PageConfig, Reason } from '../../../login-ui/src/page-config.js'
