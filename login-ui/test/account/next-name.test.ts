import t from 'tap'
import { nextName } from '../../src/account/screens/way-screens.tsx'

t.test('next name: a free name stays, a taken one gets the first free number', async (t) => {
  t.equal(nextName('Linux', []), 'Linux')
  t.equal(nextName('Linux', ['Mac', null]), 'Linux')
  t.equal(nextName('Linux', ['Linux']), 'Linux 2')
  t.equal(nextName('Linux', ['Linux 2', 'Linux', 'Linux 3']), 'Linux 4')
})
