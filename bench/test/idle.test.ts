import t from 'tap'
import { connectionsAllowed } from '../peers/measures/idle.ts'

const limitsOf = (hard: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             95000                95000                processes
Max open files            1024                 ${hard}                files
`

t.test('idle connections: as many as requested, fewer if the machine allows fewer', async (t) => {
  t.equal(connectionsAllowed(10_000, limitsOf('65536')), 10_000)
  t.equal(connectionsAllowed(10_000, limitsOf('4096')), 1548)
  t.equal(connectionsAllowed(10_000, limitsOf('unlimited')), 10_000)
})
