import type { ComponentType } from 'react'
import type { Provider } from '../page-config.ts'
import { LinkForm } from './link-form.tsx'
import { WaysAbove, WaysBelow } from './other-ways.tsx'
import { ProviderButtons } from './provider-button.tsx'
import { Remember } from './remember.tsx'
import { Terms } from './terms.tsx'

/** Parts of the first screens that a page with email and password alone does without: a file of their own. */
export interface Extras {
  LinkForm: ComponentType<{ submit: string }>
  ProviderButtons: ComponentType<{ of: readonly Provider[] }>
  Remember: ComponentType
  Terms: ComponentType
  WaysAbove: ComponentType
  WaysBelow: ComponentType
}

export const extras: Extras = { LinkForm, ProviderButtons, Remember, Terms, WaysAbove, WaysBelow }
