import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import { type FileTree, findBrokenLinks, listLinks } from '../fixtures/repository/markdown-links.ts'
import { words } from '../fixtures/words.ts'

const MAX_README_LINES = 130
/** Limit for the latest release. */
const MAX_CHANGELOG_LINES = 40
const read = (path: string) => readFileSync(packagePath(path), 'utf8')
/** An unpacked archive does not list the files of the repository. */
const skip = existsSync(packagePath('.git')) ? false : 'needs a clone'

/** The files that git tracks or would add. */
function readRepository(): FileTree {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const listed = execFileSync('git', args, { cwd: packagePath(), encoding: 'utf8' }).split('\0')
  return { paths: listed.filter((path) => path !== '' && existsSync(packagePath(path))), read }
}

t.test('documents: links of every Markdown file lead to existing files and headings', { skip }, async (t) => {
  const repository = readRepository()
  const documents = repository.paths.filter((path) => path.endsWith('.md'))
  for (const known of ['README.md', 'config/guide.md', 'gateway/README.md', 'gateway/SECURITY-MODEL.md'])
    t.ok(documents.includes(known), known)
  for (const path of documents)
    t.same(
      findBrokenLinks(repository, path).filter((link) => !isOfDeletedPlugin(link)),
      [],
      path
    )
})

/** Whether a link leads into the folder of a plugin that is not there. */
function isOfDeletedPlugin(link: string): boolean {
  const [folder] = /^plugins\/[\w-]+/.exec(link) ?? []
  return folder !== undefined && !existsSync(packagePath('gateway', folder))
}

/** Written so that it does not match itself. */
const OTHER_SPELLING = /\be[-\u2011]mail|organi[s](e|ing|ation)/i
const FOREIGN = /^login-ui\/locales\/(?!en\.)/

t.test('documents: "email" and "organization" are spelled alike in all English', { skip }, async (t) => {
  const { paths } = readRepository()
  const english = paths.filter(
    (path) => !FOREIGN.test(path) && !/\.(png|jpe?g|woff2|pdf)$|-lock\.json$/.test(path)
  )
  for (const known of words`CHANGELOG.md config/README.md login-ui/locales/en.json gateway/src/errors.ts`)
    t.ok(english.includes(known), known)
  const found = english.filter((path) => OTHER_SPELLING.test(read(path)))
  t.same(found, [])
  for (const word of [['E', 'mail'].join('-'), ['organi', 'ation'].join('s')]) t.match(word, OTHER_SPELLING)
  t.match(read('login-ui/locales/fr.json'), OTHER_SPELLING, 'control: French spells it that way')
})

t.test('documents: broken links are found, valid ones are not reported', async (t) => {
  const files: Record<string, string> = {
    'README.md': `# Top
[page](docs/page.md) [heading](docs/page.md#two-words) [own](#top) [folder](docs) [folder](docs/)
![picture](docs/a.png) <img src="docs/a.png"> [\`code\`](docs/page.md#the-key-abc)
[second](docs/page.md#again-1) [elsewhere](https://example.com/#none) [mail](mailto:a@example.com)
[gone](docs/gone.md) [no heading](docs/page.md#three-words) [own](#bottom) [comment](docs/page.md#not-a-heading)
[outside](../README.md) <img src="docs/b.png"> [not a document](docs#top) [third](docs/page.md#again-2)
[named]
    
[named]: docs/named.md
`,
    'docs/page.md': `# Page
## Two words
## The key \`a.b.c\`
## Again
## Again
\`\`\`sh
# not a heading
[in code](gone.md)
\`\`\`
Write \`[text](gone.md)\`, or go [up](../README.md#top) or [nowhere](../README.md#nowhere).
`,
    'docs/a.png': ''
  }
  const tree: FileTree = { paths: Object.keys(files), read: (path) => files[path] ?? '' }
  const broken = words`
    docs/gone.md docs/page.md#three-words #bottom docs/page.md#not-a-heading ../README.md docs/b.png
    docs#top docs/page.md#again-2 docs/named.md
  `
  t.same(findBrokenLinks(tree, 'README.md'), broken)
  t.same(findBrokenLinks(tree, 'docs/page.md'), ['../README.md#nowhere'])
})

t.test('documents: README.md is short and links to every page', async (t) => {
  const readme = read('README.md')
  const lines = readme.split('\n').length - 1
  t.ok(lines <= MAX_README_LINES, `${lines} lines`)
  const links = listLinks(readme)
  for (const page of words`
    bench/README.md config/README.md deploy/README.md gateway/COMMANDS.md gateway/README.md
    gateway/REFERENCE.md gateway/SECURITY-MODEL.md login-ui/FOR-VISITORS.md login-ui/README.md
  `)
    t.ok(links.includes(page), page)
})

t.test('documents: CHANGELOG.md is short for the latest release', async (t) => {
  const [, latest = ''] = read('CHANGELOG.md').split(/^## /m)
  const lines = latest.trimEnd().split('\n')
  t.ok(lines.length <= MAX_CHANGELOG_LINES, `${lines.length} lines`)
})

/** Matches `gatehouse:1.2.3`, `gatehouse-gateway-gatehouse-1.2.3.tgz` and the versions of the Helm chart. */
const OWN_VERSION = /(?<=\bgatehouse:|\bgatehouse-gateway-gatehouse-|^(?:app)?[vV]ersion: )\d+\.\d+\.\d+/gm

t.test('documents: images, archives and Helm chart have the version of the package', { skip }, async (t) => {
  const { version } = JSON.parse(read('package.json'))
  const { paths } = readRepository()
  const named = paths
    .filter((path) =>
      /^(README\.md$|(deploy|config|gateway|login-ui)\/.*\.(md|ya?ml|service|json)$)/.test(path)
    )
    .filter((path) => !/\.schema\.json$/.test(path))
    .flatMap((path) => [...read(path).matchAll(OWN_VERSION)].map(([found]) => ({ path, found })))
  for (const known of ['README.md', 'deploy/kubernetes.yaml', 'deploy/helm/gatehouse/Chart.yaml'])
    t.ok(
      named.some(({ path }) => path === known),
      known
    )
  t.same(
    named.filter(({ found }) => found !== version),
    []
  )
  t.same('image: registry.example.com/gatehouse:0.0.9'.match(OWN_VERSION), ['0.0.9'], 'control')
})

/** Commands that redirect a signature key into a file, which everyone can read with the usual umask. */
const EXPOSED_KEY = /^(?!.*\bumask 0?77\b).*\bkeys generate\b[^|\n`)]*>.*$/gm

t.test('documents: signature keys are written to files only readable by the owner', { skip }, async (t) => {
  const { paths } = readRepository()
  const documents = paths.filter((path) => path.endsWith('.md'))
  const found = documents.flatMap((path) => read(path).match(EXPOSED_KEY) ?? [])
  t.same(found, [])
  t.match('gatehouse keys generate > signature-keys', EXPOSED_KEY, 'control')
  t.notMatch('gatehouse keys generate --to signature-keys', EXPOSED_KEY, 'control')
})
