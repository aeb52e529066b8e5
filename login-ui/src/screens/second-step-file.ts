import { loadStylesheet } from '../lib/load-stylesheet.ts'
import href from '../styles/second-step.css?url'
import { secondStepViews } from './second-step-screens.tsx'

// In a file of its own, since Node, which runs the screens in tests, cannot import a stylesheet.

/** Gives the views when their styles are there. Rejects when those cannot be loaded; may be tried again. */
export async function loadSecondStepViews(): Promise<typeof secondStepViews> {
  await loadStylesheet(href)
  return secondStepViews
}
