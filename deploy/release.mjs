// Makes everything that a release consists of, in dist/release: npm run release -- --dry-run. Without `--dry-run`, only where the
// tree is clean and its commit has the tag of the version. It publishes nothing: .github/workflows/release.yml does, with these files.
// Needs Git, GNU tar and an installed repository; Helm for the chart, which a dry run skips without it. The same commit gives the
// same bytes, but for the site: times are those of the commit.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { copyPackedFiles, linkInside } from './packed-files.mjs'

const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'dist', 'release')
const CHART = join(ROOT, 'deploy', 'helm', 'gatehouse')
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024
const { version, scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const tag = `v${version}`

function say(text) {
  process.stderr.write(`release: ${text}\n`)
}

function fail(reason) {
  say(reason)
  process.exit(1)
}

/** Runs a program in the repository; returns what it prints. */
function run(program, ...args) {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: MAX_OUTPUT_BYTES
  })
  if (status !== 0) fail(`\`${[program, ...args].join(' ')}\` failed${error ? `: ${error.message}` : ''}`)
  return stdout
}
const ask = (...command) =>
  run(...command)
    .toString()
    .trim()

/** The section of this version in CHANGELOG.md, which has a date. Its links lead to the repository, or become text. */
function readNotes() {
  const sections = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m)
  const section = sections.find((one) => one.startsWith(`${version} (`))
  if (section === undefined) fail(`CHANGELOG.md has no section ${version}`)
  const [heading = '', ...lines] = section.split('\n')
  if (!/\(\d{4}-\d\d-\d\d\)$/.test(heading)) fail(`the section ${version} of CHANGELOG.md has no date`)
  return `${linkInside('CHANGELOG.md', lines.join('\n').trim(), [])}\n`
}

/** What is different from the commit that the tag names. */
function listObstacles() {
  const tags = ask('git', 'tag', '--points-at', 'HEAD').split('\n')
  return [
    ...(ask('git', 'status', '--porcelain') === '' ? [] : ['the working tree has changes']),
    ...(tags.includes(tag) ? [] : [`the commit does not have the tag ${tag}`])
  ]
}

/** Writes a folder as an archive whose bytes depend on names and contents alone. */
function archive(folder, file, { below = '.', except } = {}) {
  const tar = run(
    'tar',
    ...['--create', '--sort=name', '--format=gnu', `--mtime=@${process.env.SOURCE_DATE_EPOCH}`],
    ...['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'],
    ...(except === undefined ? [] : [`--exclude=${except}`]),
    ...['--directory', folder, below]
  )
  writeFileSync(join(TARGET, file), gzipSync(tar, { level: 9 }))
}

function packPackage(work) {
  const folder = join(work, 'package')
  copyPackedFiles(folder)
  run('npm', 'pack', folder, '--ignore-scripts', '--loglevel=error', '--pack-destination', TARGET)
}

/** What the image has in /app, but for what V8 compiles, which depends on the machine that builds it. */
function packImage(work) {
  const folder = join(work, 'image')
  run(process.execPath, join('deploy', 'production-files.mjs'), folder)
  archive(folder, `gatehouse-image-${version}.tar.gz`, { except: './dist/bundle/compile-cache' })
}

/** Helm's own archive has the time at which it was made. */
function packChart(work, helm) {
  const folder = join(work, 'chart')
  mkdirSync(folder)
  run(helm, 'package', CHART, '--destination', folder)
  run('tar', '--extract', '--gzip', '--file', join(folder, `gatehouse-${version}.tgz`), '--directory', folder)
  archive(folder, `gatehouse-${version}.tgz`, { below: 'gatehouse' })
}

/** For the path at which it will be served, such as `/gatehouse/`. */
function packSite() {
  run('npm', 'run', '--silent', 'site', '--', '--base', process.env.SITE_BASE ?? '/')
  archive(join(ROOT, 'dist', 'site'), `gatehouse-site-${version}.tar.gz`)
}

/** Helm in PATH, or where .ci/run installs it. */
function findHelm() {
  const cached = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gatehouse-helm', 'helm')
  return ['helm', cached].find((one) => spawnSync(one, ['version'], { stdio: 'ignore' }).status === 0)
}

/** As `sha256sum --check` reads it. */
function writeChecksums() {
  const lines = readdirSync(TARGET)
    .sort()
    .map((name) => {
      const content = readFileSync(join(TARGET, name))
      process.stdout.write(`${String(content.length).padStart(10)}  ${name}\n`)
      return `${createHash('sha256').update(content).digest('hex')}  ${name}\n`
    })
  writeFileSync(join(TARGET, 'SHA256SUMS'), lines.join(''))
}

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
const isDryRun = values['dry-run']
const notes = readNotes()
const obstacles = listObstacles()
const helm = findHelm()
if (!isDryRun && obstacles.length > 0) fail(`${obstacles.join(', and ')}; see --dry-run`)
if (!isDryRun && helm === undefined) fail('Helm is missing, which packs the chart')

process.env.SOURCE_DATE_EPOCH = ask('git', 'log', '-1', '--format=%ct')
rmSync(TARGET, { recursive: true, force: true })
mkdirSync(TARGET, { recursive: true })
const work = mkdtempSync(join(tmpdir(), 'gatehouse-release-'))
process.once('exit', () => rmSync(work, { recursive: true, force: true }))
run('npm', 'run', '--silent', 'bundle')
packPackage(work)
packImage(work)
if (helm !== undefined) packChart(work, helm)
if (scripts.site !== undefined) packSite()
cpSync(join(ROOT, 'dist', 'gatehouse.cdx.json'), join(TARGET, `gatehouse-${version}.cdx.json`))
cpSync(join(ROOT, 'dist', 'LICENSES.txt'), join(TARGET, 'LICENSES.txt'))
writeFileSync(join(TARGET, 'notes.md'), notes)
writeChecksums()

say(`${relative(ROOT, TARGET)} holds release ${version}`)
if (helm === undefined) say('without a chart: Helm is missing')
if (scripts.site === undefined) say('without the site')
if (isDryRun) for (const obstacle of obstacles) say(`not a release yet: ${obstacle}`)
else say('publishing is left to .github/workflows/release.yml, which the tag starts')
