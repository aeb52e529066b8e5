import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagePath } from '../src/config/package-files.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { runOrFail, withoutNpmVariables } from './tool.ts'

const RELEASE_TIMEOUT_MS = 600_000
const TARGET = packagePath('dist', 'release')
const read = (name: string) => readFileSync(join(TARGET, name))

/** VitePress writes its index for the search in another order each time. */
const withoutSite = (sums: string) => sums.replace(/^.* gatehouse-site-.*\n/m, '')

/** What `npm run release` makes, without a tag. */
export async function checkRelease(checks: Checks): Promise<void> {
  const env = withoutNpmVariables(process.env)
  const make = async () => {
    await runOrFail('npm', ['run', 'release', '--', '--dry-run'], { cwd: packagePath(), env })
    return read('SHA256SUMS').toString()
  }
  let sums = ''
  await checks.check(
    'release: a dry run makes its files, with notes and checksums',
    async () => {
      sums = await make()
      const { version } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8'))
      const listed = new Map(sums.split('\n').map((line) => [line.slice(66), line.slice(0, 64)]))
      for (const name of [
        `gatehouse-gateway-gatehouse-${version}.tgz`,
        `gatehouse-image-${version}.tar.gz`,
        `gatehouse-${version}.cdx.json`,
        'LICENSES.txt',
        'notes.md'
      ])
        assert.equal(listed.get(name), createHash('sha256').update(read(name)).digest('hex'), name)
      assert.match(read('notes.md').toString(), /^### /m)
      assert.doesNotMatch(read('notes.md').toString(), /\]\((?!https:)/, 'no link that needs the repository')
    },
    RELEASE_TIMEOUT_MS
  )
  await checks.check(
    'release: another dry run of the commit makes the same bytes, but for the site',
    async () => assert.equal(withoutSite(await make()), withoutSite(sums)),
    RELEASE_TIMEOUT_MS
  )
}
