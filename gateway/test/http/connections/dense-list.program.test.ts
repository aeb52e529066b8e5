import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { packagePath } from '../../../src/config/package-files.ts'

const TURNOVER = packagePath('dist', 'gateway', 'test', 'fixtures', 'wire', 'turnover.js')
const FLAGS = [
  '--expose-gc',
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--no-allocation-site-pretenuring'
]
/** Of some 4 kB. */
const MAX_PROMOTED = 300

/** Bytes promoted of each object that enters and leaves a collection. */
async function promotedIn(collection: string): Promise<number> {
  return Number((await promisify(execFile)(process.execPath, [...FLAGS, TURNOVER, collection])).stdout)
}

for (const collection of [
  ...['open requests', 'held connections', 'requests that wait for a connection', 'open streams'],
  ...['questions to the primary']
])
  t.test(`turnover: ${collection}, what has left is garbage of the young generation`, async (t) => {
    const promoted = await promotedIn(collection)
    t.ok(promoted < MAX_PROMOTED, `${promoted} bytes promoted`)
  })

t.test('turnover: a Set, what has left is promoted', async (t) => {
  const promoted = await promotedIn('set')
  t.ok(promoted > MAX_PROMOTED, `${promoted} bytes promoted`)
})
