import { readFileSync } from 'node:fs'
import t from 'tap'
import { renderReference, renderSchema } from '../../../config/reference.ts'
import { packagePath } from '../../src/config/package-files.ts'
import { ERROR_CATALOGUE } from '../../src/errors.ts'

const read = (...path: string[]) => readFileSync(packagePath(...path), 'utf8')

t.test(
  'reference: config/README.md and the JSON schema are what the schema says (npm run config:generate) (ASVS 2.1.1)',
  async (t) => {
    t.equal(read('config', 'README.md'), renderReference())
    t.equal(read('config', 'gatehouse.schema.json'), renderSchema())
  }
)

t.test(
  'reference: the error table of REFERENCE.md and the catalogue hold the same codes and statuses',
  async (t) => {
    const rows = [...read('gateway', 'REFERENCE.md').matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \| .+ \| .+ \|$/gm)]
    const documented = Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))
    const known = Object.fromEntries(
      Object.entries(ERROR_CATALOGUE).map(([code, { status }]) => [code, status])
    )
    t.same(documented, known)
    t.equal(rows.length, Object.keys(known).length, 'no code stands there twice')
  }
)

t.test('reference: every message is a sentence for people, without codes or blame', async (t) => {
  for (const [code, { message }] of Object.entries(ERROR_CATALOGUE)) {
    if (code === 'MISSING_TOKEN') continue
    t.match(message, /^[A-Z][^_]*\.$/, code)
  }
})
