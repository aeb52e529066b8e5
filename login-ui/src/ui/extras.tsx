import type { ComponentType } from 'react'
import type { Provider } from '../page-config.ts'
import { WaysAbove, WaysBelow } from './other-ways.tsx'
import { ProviderButtons } from './provider-button.tsx'
import { Remember } from './remember.tsx'

/** Parts of the first screens that a page with email and password alone does without: a file of their own. */
export interface Extras {
  ProviderButtons: ComponentType<{ of: readonly Provider[] }>
  Remember: ComponentType
  WaysAbove: ComponentType
  WaysBelow: ComponentType
}

export const extras: Extras = { ProviderButtons, Remember, WaysAbove, WaysBelow }
