import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Applications, createApplications, createOrigins } from '../../access/applications.ts'
import { createTenancy } from '../../access/tenancy.ts'
import { isPlainObject } from '../../config/json-members.ts'
import type { InvalidConfig } from '../../config/load.ts'
import { publishedSchema, type SchemaNode } from '../../config/schema/published-schema.ts'
import type { LoginPageConfig } from '../../config/schema/schema.ts'
import type { Locales } from '../../http/locales.ts'
import { createAppearances } from '../appearance/appearance.ts'
import type { Asset } from '../assets/assets.ts'
import type { EditAnswer, Edited, EditorField, EditorSection, FieldKind } from '../contract.ts'
import { createViews, type View } from '../document/page-config.ts'
import { createLaterTexts } from '../document/texts.ts'
import { createVisits } from '../visit/visit.ts'

/** The browser's preference; `system`: unchanged. */
export type Scheme = 'system' | 'light' | 'dark'

type PreviewSite = ReturnType<typeof createPreviewSite>

/** The login page of a checked configuration, for previewing. Throws if a file has become unusable. */
export function createPreviewSite(config: LoginPageConfig, locales: Locales) {
  const applications = createApplications({ ...config, upstream: null })
  const schemes = new Map<Scheme, ReturnType<typeof createSchemeViews>>()

  function viewsFor(scheme: Scheme) {
    const views = schemes.get(scheme) ?? createSchemeViews(preferring(config, scheme), locales, applications)
    schemes.set(scheme, views)
    return views
  }

  // Before the first view, so an unusable file is reported at once.
  viewsFor('system')
  return {
    config,
    view: (scheme: Scheme, localeId: string): View => viewsFor(scheme).view(localeId),
    /** A configured file that an earlier view referenced. */
    file: (name: string): Asset | undefined =>
      [...schemes.values()].map(({ files }) => files.get(name)).find((file) => file !== undefined)
  }
}

function createSchemeViews(config: LoginPageConfig, locales: Locales, applications: Applications) {
  const appearances = createAppearances(config.login, applications)
  const buildView = createViews({
    config,
    locales,
    laterTexts: createLaterTexts(locales),
    appearances,
    devDrawerPath: null
  })
  const tenancy = createTenancy(config, applications)
  const origins = createOrigins(config)
  const visit = createVisits({ config, tenancy, origins, applications }).plain('sign-in')
  return { view: (localeId: string) => buildView(visit, localeId, null), files: appearances.files }
}

/** A page that is always light, or always dark, stays so. */
function preferring(config: LoginPageConfig, scheme: Scheme): LoginPageConfig {
  const { login } = config
  if (scheme === 'system' || login.theme.mode !== 'auto') return config
  return { ...config, login: { ...login, theme: { ...login.theme, mode: scheme } } }
}

/** Edits kept for previewing. */
const KEPT_EDITS = 32

/** Loads the configuration with these sections replaced. */
export type LoadEdited = (edited: Edited) => { kind: 'loaded'; config: LoginPageConfig } | InvalidConfig

const NOT_OF_EDITOR = {
  path: 'login',
  message: 'is not what the editor sends',
  hint: 'Load the page again.'
}

/** Tries out edits of the configuration without writing to disk. Caches the latest ones, without duplicates. */
export function createThemeEditor(load: LoadEdited, locales: Locales) {
  const sites = new LRUCache<string, PreviewSite>({ max: KEPT_EDITS })
  return {
    /** `body`: unchecked input. */
    async edit(body: unknown): Promise<EditAnswer> {
      if (!isEdited(body)) return { kind: 'invalid', problems: [NOT_OF_EDITOR] }
      const loaded = load(body)
      // The editor's values do not come from variables.
      if (loaded.kind === 'invalid')
        return {
          kind: 'invalid',
          problems: loaded.problems.map((problem) => ({ ...problem, variable: undefined }))
        }
      const values = editableValuesOf(loaded.config)
      const theme = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)
      if (!sites.has(theme)) sites.set(theme, createPreviewSite(loaded.config, locales))
      return { kind: 'shown', theme, yaml: await writeYaml(values) }
    },
    /** The page with an edit; undefined: unknown or evicted. */
    find: (theme: string): PreviewSite | undefined => sites.get(theme),
    file: (name: string): Asset | undefined =>
      [...sites.values()].map((site) => site.file(name)).find((file) => file !== undefined)
  }
}

/** Checks the names of sections, not values. */
function isEdited(body: unknown): body is Edited {
  if (!isPlainObject(body)) return false
  const names: readonly string[] = SECTIONS
  return Object.entries(body).every(([name, keys]) => names.includes(name) && isPlainObject(keys))
}

async function writeYaml(values: Edited): Promise<string> {
  const { stringify } = await import('yaml')
  const login = withoutDefaults(values)
  return Object.keys(login).length === 0
    ? '# Everything is as by default.\n'
    : stringify({ login }, { lineWidth: 0 })
}

/** The editable sections of `login`, in form order. */
const SECTIONS = ['theme', 'brand', 'links'] as const

/** The editable keys, from the schema, so new keys appear automatically. */
export function listEditorSections(): EditorSection[] {
  return SECTIONS.map((name) => ({
    name,
    fields: Object.entries(sectionOf(name)).flatMap(([key, node]) => listField(key, node))
  }))
}

/** The configured values of these sections. */
export function editableValuesOf({ login }: Pick<LoginPageConfig, 'login'>): Edited {
  return Object.fromEntries(SECTIONS.map((name) => [name, { ...login[name] }]))
}

function withoutDefaults(values: Edited): Edited {
  const sections = Object.entries(values).map(([name, keys]) => {
    const nodes = sectionOf(name)
    const said = Object.entries(keys).filter(([key, value]) => nodes[key]?.default !== value)
    return [name, Object.fromEntries(said)] as const
  })
  return Object.fromEntries(sections.filter(([, keys]) => Object.keys(keys).length > 0))
}

function sectionOf(name: string): Readonly<Record<string, SchemaNode>> {
  return publishedSchema.properties?.login?.properties?.[name]?.properties ?? {}
}

/** Empty for kinds of keys without an input. */
function listField(key: string, node: SchemaNode): EditorField[] {
  const input = inputOf(node)
  return input === null ? [] : [{ key, description: node.description ?? '', input }]
}

function inputOf({ type = [], enum: options, pattern, minimum, maximum }: SchemaNode): FieldKind | null {
  if (options !== undefined) return { kind: 'choice', options }
  const types = [type].flat()
  const canBeNull = types.includes('null')
  if (types.includes('boolean')) return { kind: 'switch' }
  if (types.includes('integer') && minimum !== undefined && maximum !== undefined)
    return { kind: 'number', minimum, maximum, canBeNull }
  if (!types.includes('string')) return null
  return { kind: isColour(pattern) ? 'colour' : 'text', canBeNull }
}

function isColour(pattern: string | undefined): boolean {
  return (
    pattern !== undefined &&
    ['#1f5eff', 'x'].map((one) => new RegExp(pattern, 'u').test(one)).join() === 'true,false'
  )
}
