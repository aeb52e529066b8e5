import t from 'tap'
import { packagePath } from '../../../src/config/package-files.ts'
import { startProgram } from '../../../test/fixtures/processes/child-process.ts'
import { findProgram } from '../../../test/fixtures/processes/find-program.ts'

const VALKEY = findProgram('VALKEY_SERVER', 'valkey-server')
const skip = VALKEY === null ? 'no valkey-server on this machine' : false

for (const name of ['store', 'store-trouble.program', 'store-failover.program'])
  t.test(`store: all of ${name}.test.ts passes with Valkey`, { skip }, async (t) => {
    const file = packagePath('dist', 'gateway', 'plugins', 'store', 'test', `${name}.test.js`)
    const { code, stdout } = await startProgram(file, [], { STORE_SERVER: VALKEY ?? '' }).ended
    t.equal(
      code,
      0,
      stdout
        .split('\n')
        .filter((line) => /^ *not ok/.test(line))
        .join('\n')
    )
    t.match(stdout, /^ok 1 - /m, 'tests ran')
    t.notMatch(stdout, /^ok .*# SKIP(?! this store was built without TLS)/m)
  })
