import t from 'tap'
import { NOW, start } from './requests.ts'

t.test('stand-in: test API, creates, changes and refuses what does not exist', async (t) => {
  const standIn = await start(t)
  const { accounts } = standIn
  accounts.create({ uid: 'bob', displayName: 'Bob', photoUrl: 'x', phoneNumber: '+15555550100' })
  accounts.update('bob', { displayName: null, photoUrl: null, phoneNumber: null, emailVerified: true })
  t.strictSame(accounts.get('bob'), {
    uid: 'bob',
    emailVerified: true,
    disabled: false,
    createdAtSeconds: NOW,
    hasPassword: false
  })
  t.throws(() => accounts.disable('none'), { message: /no account none/ })
  await t.rejects(standIn.signIn('none'), { message: /no account none/ })
  await t.rejects(standIn.signIn('alice', { tenantId: 'blue' }), { message: /no account/ })
  t.throws(() => accounts.create({ uid: 'bob' }), { message: 'DUPLICATE_LOCAL_ID' })
})
