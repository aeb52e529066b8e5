import t from 'tap'
import { findNearestName } from '../../src/config/sources/environment.ts'

t.test('nearest name: finds the intended name, or none when nothing is close', async (t) => {
  const names = ['sign-in.heading', 'sign-in.email', 'notice.expired']
  t.equal(findNearestName('Sign-in.Heading', names), 'sign-in.heading')
  t.equal(findNearestName('sign-in.emial', names), 'sign-in.email')
  t.equal(findNearestName('nothing like it', names), null)
  t.equal(findNearestName('a', []), null)
})
