import { addStyles } from '../lib/add-styles.ts'
import styles from '../styles/second-step.css?inline'

addStyles(styles)

/** Second steps in a browser, with their styles. */
export * from './second-step-screens.tsx'
