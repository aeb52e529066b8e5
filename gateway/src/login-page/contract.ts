/**
 * What the page wants to be told; the one thing that the gateway knows of it. Types alone: nothing of the page is loaded
 * here. The ending is `.js` because the two are compiled to different folders, where `.ts` could not be rewritten.
 */

export type {
  EditAnswer,
  Edited,
  EditorField,
  EditorSection,
  FieldKind,
  GallerySetup
} from '../../../login-ui/src/gallery/contract.js'
export type { ActionMode, Address, PageConfig, Reason } from '../../../login-ui/src/page-config.js'
