import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isPlainObject } from '../../config/json-members.ts'
import type { InvalidConfig } from '../../config/load.ts'
import type { LoginPageConfig } from '../../config/schema/schema.ts'
import type { EditAnswer, Edited } from '../contract.ts'
import { editableValuesOf, isSectionName, withoutDefaults } from './editor-fields.ts'
import type { PreviewSite } from './preview-site.ts'

/** Edits kept for previewing. */
const KEPT_EDITS = 32

/** Loads the configuration with these sections replaced. */
export type LoadEdited = (edited: Edited) => { kind: 'loaded'; config: LoginPageConfig } | InvalidConfig

/** Tries out edits of the configuration without writing to disk. */
export interface ThemeEditor {
  /** `body`: unchecked input. */
  edit(body: unknown): Promise<EditAnswer>
  /** The page with an edit; undefined: unknown or evicted. */
  find(theme: string): PreviewSite | undefined
  /** A file of an edit. */
  file: PreviewSite['file']
}

interface EditorOptions {
  load: LoadEdited
  createSite: (config: LoginPageConfig) => PreviewSite
}

/** Caches the latest edits, without duplicates. */
export function createThemeEditor({ load, createSite }: EditorOptions): ThemeEditor {
  const sites = new LRUCache<string, PreviewSite>({ max: KEPT_EDITS })
  return {
    async edit(body) {
      const edited = readEdited(body)
      if (edited === null) return invalid('login', 'is not what the editor sends', 'Load the page again.')
      const loaded = load(edited)
      // The editor's values do not come from variables.
      if (loaded.kind === 'invalid')
        return {
          kind: 'invalid',
          problems: loaded.problems.map((problem) => ({ ...problem, variable: undefined }))
        }
      const values = editableValuesOf(loaded.config)
      const theme = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)
      if (!sites.has(theme)) sites.set(theme, createSite(loaded.config))
      return { kind: 'shown', theme, yaml: await writeYaml(values) }
    },
    find: (theme) => sites.get(theme),
    file: (name) => [...sites.values()].map((site) => site.file(name)).find((file) => file !== undefined)
  }
}

/** Null: not sections with keys. */
function readEdited(body: unknown): Edited | null {
  if (!isPlainObject(body)) return null
  const sections = Object.entries(body).map(([name, keys]) =>
    isSectionName(name) && isPlainObject(keys) ? ([name, keys] as const) : null
  )
  const read = sections.flatMap((section) => (section === null ? [] : [section]))
  return read.length === sections.length ? Object.fromEntries(read) : null
}

function invalid(path: string, message: string, hint: string): EditAnswer {
  return { kind: 'invalid', problems: [{ path, message, hint }] }
}

async function writeYaml(values: Edited): Promise<string> {
  const { stringify } = await import('yaml')
  const login = withoutDefaults(values)
  return Object.keys(login).length === 0
    ? '# Everything is as by default.\n'
    : stringify({ login }, { lineWidth: 0 })
}
