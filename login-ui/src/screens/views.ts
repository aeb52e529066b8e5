import type { ComponentType } from 'react'
import type { MessageKey, Text } from '../lib/i18n.ts'
import type { Screen, State } from '../machine.ts'
import type { PageConfig } from '../page-config.ts'
import type { StatusKind } from '../ui/icons.tsx'
import type { Extras } from '../ui/page-context.tsx'

export type ScreenOf<Name extends Screen['name']> = Extract<Screen, { name: Name }>

export interface ScreenProps<Name extends Screen['name']> {
  screen: ScreenOf<Name>
  state: State
}

export interface View<Name extends Screen['name']> {
  /** Below the heading. */
  Body: ComponentType<ScreenProps<Name>>
  /** The page's heading; default: the text `….heading` of the screen. */
  heading?: (screen: ScreenOf<Name>, text: Text, config: PageConfig) => string | undefined
  /** For screens with several steps: a key of the current one. A change moves the focus. */
  step?: (screen: ScreenOf<Name>) => string
  /** What the page is doing after submit; default: checking. */
  busy?: (screen: ScreenOf<Name>, config: PageConfig) => MessageKey
  /** Status icon above the heading; absent or null for forms and choices. */
  badge?: (screen: ScreenOf<Name>) => StatusKind | null
  /** Shows the choice made here above the screens that follow. */
  Chosen?: ComponentType<{ state: State }>
}

/** Views by screen name. */
export type Views = { [Name in Screen['name']]: View<Name> }

export interface ViewSource {
  /** Null: not loaded yet. */
  find<Name extends Screen['name']>(name: Name): View<Name> | null
  /** Loads a view and the extras. Rejects if its file cannot be fetched; may be retried. */
  load(name: Screen['name']): Promise<void>
  /** Parts that most pages do not need; null: not loaded. */
  extras(): Extras | null
  /** Loads them. Rejects like `load`. */
  loadExtras(): Promise<void>
}

interface ViewFiles {
  present: Partial<Views>
  /** Loads the file of a missing view. */
  load?: (name: Screen['name']) => Promise<Partial<Views>>
  extras: Extras | (() => Promise<Extras>)
}

/** A source with the given views and a loader for the others. */
export function buildViewSource({ present, load, extras }: ViewFiles): ViewSource {
  const views: Partial<Views> = { ...present }
  let loadedExtras = typeof extras === 'function' ? null : extras
  async function loadExtras() {
    if (typeof extras === 'function') loadedExtras ??= await extras()
  }
  return {
    find: (name) => views[name] ?? null,
    async load(name) {
      if (views[name] === undefined)
        Object.assign(views, ...(await Promise.all([load?.(name), loadExtras()])))
    },
    extras: () => loadedExtras,
    loadExtras
  }
}

/** Whether the server-rendered markup contains parts of `ui/extras.tsx`, which must then be loaded before hydration. */
export function needsExtras({ methods, providers, remember }: PageConfig): boolean {
  return remember || methods.emailLink || methods.phone || methods.passkey !== 'off' || providers.length > 0
}
