import { addStyles } from '../lib/add-styles.ts'
import styles from '../styles/further-screens.css?inline'
import { accountViews } from './account-screens.tsx'
import { actionView } from './action.tsx'
import { mailViews } from './mail-screens.tsx'

addStyles(styles)

/** Further screens in one file: alone, they are too small for a request. */
export const views = { ...accountViews, ...mailViews, action: actionView }
