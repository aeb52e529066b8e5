/** The pages’ input, all the gateway knows of them, and the body of `GET /_auth/account`. Types only. `.js`, because `.ts` could not be rewritten for the folder it compiles to. */

export type * from '../../login-ui/src/account/contract.js'
export type { GallerySetup } from '../../login-ui/src/gallery/contract.js'
export type { ActionMode, Address, PageConfig, Reason } from '../../login-ui/src/page-config.js'
