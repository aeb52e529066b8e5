/** The page’s input, and all the gateway knows of it. Types only. `.js`, because `.ts` could not be rewritten for the folder it compiles to. */

export type { GallerySetup } from '../../../login-ui/src/gallery/contract.js'
export type { ActionMode, Address, PageConfig, Reason } from '../../../login-ui/src/page-config.js'
