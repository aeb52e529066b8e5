import t from 'tap'
import { identifierOf } from '../proof.ts'
import { ORIGIN } from './device.ts'

t.test('device binding: browsers know a session at each origin of a site by another id', async (t) => {
  const session = { id: 'one' }
  const [own, other] = [ORIGIN, 'https://wiki.example.com'].map((origin) => identifierOf({ session, origin }))
  t.equal(own, identifierOf({ session, origin: ORIGIN }))
  t.not(own, other)
})
