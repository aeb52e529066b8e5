import type { ComponentType } from 'react'
import { LastUsed } from './last-used.tsx'
import { PhoneWay } from './phone-way.tsx'
import { ProviderIcon } from './provider-icon.tsx'
import { Remember } from './remember.tsx'

/** Parts of the first screens that a page with email and password alone does without: a file of their own. */
export interface Extras {
  LastUsed: ComponentType<{ way: string; name: string }>
  PhoneWay: ComponentType<{ isLink: boolean }>
  ProviderIcon: ComponentType<{ id: string }>
  Remember: ComponentType
}

export const extras: Extras = { LastUsed, PhoneWay, ProviderIcon, Remember }
