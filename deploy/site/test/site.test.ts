import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { packagePath } from '../../../gateway/src/config/package-files.ts'
import { FENCED_CODE, listAnchors } from '../../../gateway/test/fixtures/repository/markdown-links.ts'

const load = (name: string) => import(packagePath('deploy', 'site', name))
const skip = existsSync(packagePath('deploy', 'site')) ? false : 'needs a clone'
const read = (path: string) => readFileSync(packagePath(path), 'utf8')
/** Parts of generated documents, and results that a document sums up. */
const NO_PAGES =
  /^(\.github\/.*|config\/guide|deploy\/helm\/gatehouse\/guide|deploy\/recipes\/.*|bench\/results\/.*)\.md$/

t.test('site: every document is in the navigation exactly once', { skip }, async (t) => {
  const { GROUPS, ADDRESSES, addressOf } = await load('navigation.mjs')
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md']
  const listed = execFileSync('git', args, { cwd: packagePath(), encoding: 'utf8' })
  const documents = listed.split('\0').filter((path) => path !== '' && !NO_PAGES.test(path))
  t.same([...ADDRESSES.keys()].sort(), documents.sort())
  t.equal(new Set(ADDRESSES.values()).size, documents.length, 'each at an address of its own')
  t.same(Object.keys(GROUPS), ['Start', 'Guides', 'Deploy', 'Operate', 'Reference', 'Security', 'Develop'])
  const links = [...JSON.stringify(GROUPS).matchAll(/"([^"]+\.md(?:#[^"]+)?)"/g)].map(([, link = '']) => link)
  t.equal(new Set(links).size, links.length)
  for (const link of links) {
    const [file = '', anchor] = link.split('#')
    t.ok(addressOf(link), link)
    t.ok(anchor === undefined || listAnchors(read(file)).has(anchor), link)
  }
})

t.test('site: codes, alerts, checks, metrics and keys have places in the documents', { skip }, async (t) => {
  const { listPromises } = await load('checks.mjs')
  const { rowAnchor } = await load('markdown.mjs')
  const promises: string[] = await listPromises()
  const anchors = new Map<string, Set<string>>()
  const anchorsOf = (file: string) => {
    const rows = read(file)
      .replace(FENCED_CODE, '')
      .matchAll(/^\| \[?`([^`]+)`/gm)
    return new Set([...listAnchors(read(file)), ...[...rows].map(([, name]) => rowAnchor(name))])
  }
  const missing = promises.filter((promise) => {
    const [file = '', anchor = ''] = promise.split('#')
    const found = anchors.get(file) ?? anchorsOf(file)
    anchors.set(file, found)
    return !found.has(anchor)
  })
  t.same(missing, [])
  for (const known of [
    'config/README.md#session-absoluteseconds',
    'deploy/README.md#clock',
    'deploy/RUNBOOK.md#clockoff',
    'deploy/RUNBOOK.md#user_not_found',
    'gateway/REFERENCE.md#gatehouse_http_requests_total'
  ])
    t.ok(promises.includes(known), known)
})

t.test('site: links lead to pages, or to the repository if it has an address', { skip }, async (t) => {
  const { findTarget } = await load('navigation.mjs')
  const sources = 'https://git.example.com/gatehouse/blob/v1.0.0'
  for (const [link, target] of [
    ['RUNBOOK.md#clockoff', '/operate/runbook/#clockoff'],
    ['../README.md', '/'],
    ['forward-auth/', '/deploy/forward-auth/'],
    ['#logs', '#logs'],
    ['https://example.com/a.md', 'https://example.com/a.md'],
    ['prometheus/rules.yaml', `${sources}/deploy/prometheus/rules.yaml`]
  ] as const)
    t.equal(findTarget('deploy/README.md', link, sources), target, link)
  t.equal(findTarget('deploy/README.md', 'prometheus/rules.yaml', null), null)
})

t.test('site: pictures get their paths from the root', { skip }, async (t) => {
  const { placePictures } = await load('markdown.mjs')
  const { text, pictures } = placePictures('docs/x.md', '![B](../b.svg) <img src="a/b.jpg"> [c](c.md)')
  t.equal(text, '![B](/b.svg) <img src="/docs/a/b.jpg"> [c](c.md)')
  t.same([...pictures], ['b.svg', 'docs/a/b.jpg'])
})

t.test('site: broken links, missing anchors and other hosts are found', { skip }, async (t) => {
  const { checkSite } = await load('checks.mjs')
  const pages = {
    'index.html':
      '<a href="/base/a/#here">1</a> <a href="a/#gone">2</a> <a href="/a/">3</a> <a href="https://example.com/">4</a> <img src="https://example.com/a.png">',
    'a/index.html': '<h2 id="here">A</h2> <a href="../">1</a> <a href="gone/">2</a>',
    'operate/runbook/index.html': '<h3 id="clockoff">ClockOff</h3>'
  }
  const folder = t.testdir()
  for (const [path, text] of Object.entries(pages)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const promises = ['deploy/RUNBOOK.md#clockoff', 'deploy/RUNBOOK.md#gone', 'gone.md#here']
  const { counts, problems } = checkSite(folder, '/base/', promises)
  t.same(counts, { pages: 3, links: 7, anchors: 3 })
  t.same(problems.sort(), [
    'a/index.html: gone/',
    'index.html: /a/',
    'index.html: a/#gone',
    'index.html: https://example.com/a.png',
    'no place for deploy/RUNBOOK.md#gone',
    'no place for gone.md#here'
  ])
})
