import t from 'tap'
import { createRequestIds } from '../../src/http/auth-request.ts'

t.test('request ids: random UUIDs of version 4, all different', async (t) => {
  const createId = createRequestIds()
  const ids = Array.from({ length: 1000 }, createId)
  t.same(
    ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    []
  )
  t.equal(new Set(ids).size, ids.length)
  for (let place = 0; place < 36; place += 1) {
    const digits = new Set(ids.map((id) => id[place])).size
    const isFixed = [8, 13, 14, 18, 23].includes(place)
    t.equal(digits, isFixed ? 1 : place === 19 ? 4 : 16, `digits at ${place}`)
  }
})
