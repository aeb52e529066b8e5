import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { parse } from 'yaml'
import {
  APPLICATION_PRESETS,
  IDENTITY_HEADER_PRESETS,
  listIdentityHeaders
} from '../../gateway/src/config/defaults.ts'
import { packagePath } from '../../gateway/src/config/package-files.ts'
import { LINES_OF_PRESET } from '../../gateway/test-proxies/deploy-files.ts'
import { readLastRun } from './last-run.ts'

const FOLDER = 'deploy/recipes'
const PAGE_FOLDER = 'gateway/docs'
const HEAD =
  '<!-- Made from deploy/recipes by `npm run generate`, and from `npm run test:recipes -- --record`. Do not edit. -->'
/** Ours, not of the application. */
const NOT_SHOWN = /\.(md|ts|json)$|^requirements\.txt$/
/** As GitHub calls them, where the ending of the file does not. */
const LANGUAGES: Readonly<Record<string, string>> = {
  // Of Buildbot.
  cfg: 'python',
  conf: 'ini',
  config: 'ini',
  env: 'sh',
  py: 'python',
  yml: 'yaml'
}
const WORDS_OF_SOURCES: Readonly<Record<string, string>> = {
  sub: 'uid',
  name: 'display name',
  email: 'email address',
  $assertion: 'the assertion',
  $iapEmail: 'email address, after `accounts.google.com:`',
  $iapUserId: 'uid, after `accounts.google.com:`'
}

/** Where the settings of a recipe are from that cannot be run here: `documents.json`. */
export interface Documents {
  version: string
  url: string
}

interface RecipeText {
  name: string
  title: string
  text: string
  /** What a user copies, by the names of files. */
  files: readonly (readonly [name: string, text: string])[]
}

const read = (...path: string[]) => readFileSync(packagePath(FOLDER, ...path), 'utf8')

/** The folders of recipes, by name. */
export function listRecipeNames(): string[] {
  return readdirSync(packagePath(FOLDER))
    .filter((name) => existsSync(packagePath(FOLDER, name, 'recipe.md')))
    .sort()
}

/** Null: the recipe is run. */
export function readDocuments(name: string): Documents | null {
  return existsSync(packagePath(FOLDER, name, 'documents.json'))
    ? JSON.parse(read(name, 'documents.json'))
    : null
}

/** `gateway/docs/application-recipes.md`: the introduction, then a section for each folder. */
export function renderRecipesPage(): string {
  const recipes = listRecipeNames()
    .map(readRecipe)
    .sort((one, other) => one.title.localeCompare(other.title, 'en'))
  const parts: Readonly<Record<string, string>> = {
    applications: renderTable(
      ['application', 'reads', 'run'],
      recipes.map((recipe) => [
        `[${recipe.title}](#${anchorOf(recipe.title)})`,
        listHeadersRead(recipe),
        describeRun(recipe.name)
      ])
    ),
    presets: renderTable(
      ['preset', 'headers', 'session cookies'],
      [
        ...Object.entries(IDENTITY_HEADER_PRESETS).map(([name, headers]) => describePreset(name, headers)),
        ...Object.entries(APPLICATION_PRESETS).map(([name, { headers, clearCookies }]) =>
          describePreset(name, headers, clearCookies)
        )
      ]
    ),
    beside: renderTable(
      ['proxy', 'file', 'what to add'],
      Object.entries(LINES_OF_PRESET).map(([path, lines]) => [
        posix.dirname(path),
        `[${posix.basename(path)}](../../deploy/forward-auth/${path})`,
        lines.map(([line, added]) => `after ${codeOf(line)}: ${codeOf(added)}`).join('<br>')
      ])
    ),
    'session-ended.js': renderFile('session-ended.js', read('session-ended.js'))
  }
  const introduction = read('introduction.md').replace(
    /<!-- (\S+) -->/g,
    (whole, name) => parts[name] ?? whole
  )
  return [HEAD, relink(introduction, FOLDER).trimEnd(), ...recipes.map(renderRecipe)]
    .join('\n\n')
    .concat('\n')
}

function readRecipe(name: string): RecipeText {
  const [, title = name, text = ''] = /^# (.+)\n([\s\S]*)$/.exec(read(name, 'recipe.md')) ?? []
  const shown = readdirSync(packagePath(FOLDER, name), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_SHOWN.test(entry.name))
    .map((entry) => entry.name)
  const files = shown
    .sort((one, other) => placeOf(one) - placeOf(other) || one.localeCompare(other))
    .map((file) => [file, read(name, file)] as const)
  return { name, title, text: relink(text.trim(), join(FOLDER, name)), files }
}

const isOfGatehouse = (file: string) => file.startsWith('gatehouse')
const placeOf = (file: string) => (file === 'gatehouse.yaml' ? 0 : isOfGatehouse(file) ? 1 : 2)

function renderRecipe({ name, title, text, files }: RecipeText): string {
  const blocks = files.map(([file, content]) => `\`${file}\`:\n\n${renderFile(file, content)}`)
  return [`### ${title}`, text, ...blocks, `*${sentenceOfRun(name)}*`].join('\n\n')
}

/** YAML of other programs has its name in the info string: a block without one is a configuration of Gatehouse. */
function renderFile(file: string, text: string): string {
  const ending = extname(file).slice(1)
  const language = LANGUAGES[ending] ?? ending
  const info = isOfGatehouse(file) || language !== 'yaml' ? language : `${language} ${file}`
  return `\`\`\`${info}\n${text.trim()}\n\`\`\``
}

function sentenceOfRun(name: string): string {
  const run = readLastRun(name)
  if (run !== null) return `Run with version ${run.version} on ${run.date}: ${run.variants.join(', ')}.`
  const documents = readDocuments(name)
  return documents === null
    ? 'Not run yet.'
    : `Not run here: from the [documents](${documents.url}) of version ${documents.version}.`
}

function describeRun(name: string): string {
  const run = readLastRun(name)
  if (run !== null) return `${run.version} on ${run.date}: ${run.variants.join(', ')}`
  const documents = readDocuments(name)
  return documents === null ? 'not yet' : `not here: documents of ${documents.version}`
}

function identityHeadersOf({ files }: RecipeText): Record<string, string | null> {
  const [, text = ''] = files.find(([file]) => file === 'gatehouse.yaml') ?? []
  return parse(text)?.applications?.[0]?.identityHeaders ?? {}
}

/** The identity headers that are named in the words of the recipe or in the application's own files, however these spell them. */
function listHeadersRead(recipe: RecipeText): string {
  const own = recipe.files.filter(([file]) => !isOfGatehouse(file)).map(([, text]) => text)
  const words = [recipe.text, ...own].join('\n').toLowerCase().replaceAll('_', '-')
  const headers = listIdentityHeaders(identityHeadersOf(recipe)).map(([header]) => header)
  return listCode(headers.filter((header) => words.includes(header))) || 'no identity'
}

const codeOf = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => `\`${line.trim().replace(/ +/g, ' ')}\``)
    .join(' and ')

const listCode = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

function describePreset(
  name: string,
  headers: Readonly<Record<string, string>>,
  cookies: readonly string[] = []
): string[] {
  const described = Object.entries(headers).map(
    ([header, source]) => `\`${header}\` (${WORDS_OF_SOURCES[source] ?? `claim \`${source}\``})`
  )
  return [`\`${name}\``, described.join(', '), listCode(cookies)]
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.toSpliced(1, 0, `|${'---|'.repeat(head.length)}`).join('\n')
}

/** As GitHub makes it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** Links of a document in `folder`, as they are in the page. */
function relink(text: string, folder: string): string {
  return text.replace(/\]\((?!https?:)([^)#\s]+)/g, (_whole, path: string) => {
    const target = posix.join(folder, path)
    return `](${target === `${FOLDER}/introduction.md` ? '' : posix.relative(PAGE_FOLDER, target)}`
  })
}
