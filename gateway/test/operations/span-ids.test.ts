import t from 'tap'
import { createSpanIds } from '../../src/operations/spans.ts'

t.test('span ids: after the pool is refilled, all have 16 digits and are unique', async (t) => {
  const ids = Array.from({ length: 2000 }, createSpanIds())
  t.equal(new Set(ids).size, 2000)
  for (const id of ids) if (!/^[0-9a-f]{16}$/.test(id)) t.fail(id)
})
