import t from 'tap'
import { hashSessionId } from '../../src/operations/requests/request-line.ts'

t.test('session ids in the log: 12 letters and digits, so none looks like a command option', async (t) => {
  const ids = Array.from({ length: 500 }, (_, index) => hashSessionId(`session ${index}`))
  const found = ids.filter((id) => !/^[A-Za-z0-9]{12}$/.test(id))
  t.same(found, [])
  t.equal(new Set(ids).size, ids.length, 'all different')
  t.equal(hashSessionId('session 0'), ids[0], 'stable')
})
