import t from 'tap'
import { createRevocations } from '../../../src/session/revocation/revocations.ts'

const ADA = { subject: 'ada', tenantId: null }

t.test('revocations: noted, known when the call returns and before its promise settles', async (t) => {
  const { revoke, validSinceSeconds } = createRevocations()
  t.equal(validSinceSeconds(ADA), 0)
  const told = revoke(ADA, 1000.9)
  t.equal(validSinceSeconds(ADA), 1000, 'whole seconds')
  await told
  t.equal(validSinceSeconds({ subject: 'bob', tenantId: null }), 0, 'another account')
  t.equal(validSinceSeconds({ subject: 'ada', tenantId: 'acme' }), 0, 'the same uid in a tenant')
})

t.test('revocations: an earlier time, the later one stays', async (t) => {
  const { revoke, validSinceSeconds } = createRevocations()
  await revoke(ADA, 1000)
  await revoke(ADA, 900)
  t.equal(validSinceSeconds(ADA), 1000)
  await revoke(ADA, 1100)
  t.equal(validSinceSeconds(ADA), 1100)
})
