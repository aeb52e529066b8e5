import type { ComponentType } from 'react'
import type { MessageKey, Text } from '../lib/i18n.ts'
import type { Screen, State } from '../machine.ts'
import type { PageConfig } from '../page-config.ts'
import type { StatusKind } from '../ui/icons.tsx'
import type { Extras } from '../ui/page-context.tsx'

/** A screen by its name, with what belongs to it. */
export type ScreenOf<Name extends Screen['name']> = Extract<Screen, { name: Name }>

export interface ScreenProps<Name extends Screen['name']> {
  screen: ScreenOf<Name>
  state: State
}

/** What a screen shows. */
export interface View<Name extends Screen['name']> {
  /** Below the heading. */
  Body: ComponentType<ScreenProps<Name>>
  /** The one heading of the page; without it the text `….heading` of the screen. */
  heading?: (screen: ScreenOf<Name>, text: Text, config: PageConfig) => string
  /** Where the screen has several steps: a key for the present one. The focus moves when it changes. */
  step?: (screen: ScreenOf<Name>) => string
  /** What the page is doing once its form is sent; without it the page checks something. */
  busy?: (screen: ScreenOf<Name>, config: PageConfig) => MessageKey
  /** What the screen says at a glance, above its heading; without it, or null: it is a form or a choice. */
  badge?: (screen: ScreenOf<Name>) => StatusKind | null
  /** What was chosen here, above the screens that follow. */
  Chosen?: ComponentType<{ state: State }>
}

/** Views of screens, each under the screen's name. */
export type Views = { [Name in Screen['name']]: View<Name> }

/** The views that are loaded. */
type LoadedViews = { [Name in Screen['name']]?: View<Name> }

/** Where the page finds the views of its screens. */
export interface ViewSource {
  /** Gives the view of a screen; null: not loaded yet. */
  find<Name extends Screen['name']>(name: Name): View<Name> | null
  /** Loads a view, and the extras. Rejects when its file cannot be fetched; may be tried again. */
  load(name: Screen['name']): Promise<void>
  /** Gives the parts that most pages do without; null: not loaded. */
  extras(): Extras | null
  /** Loads those. Rejects as `load` does. */
  loadExtras(): Promise<void>
}

interface ViewFiles {
  present: Partial<Views>
  /** Loads the file of a view that is not present. */
  load?: (name: Screen['name']) => Promise<Partial<Views>>
  extras: Extras | (() => Promise<Extras>)
}

/** Gives a source with the views that are present and the loader of the others. */
export function buildViewSource({ present, load, extras }: ViewFiles): ViewSource {
  const views: LoadedViews = { ...present }
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
