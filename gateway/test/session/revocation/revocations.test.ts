import t from 'tap'
import { createRevocations } from '../../../src/session/revocation/revocations.ts'
import type { AccountId } from '../../../src/session/session.ts'
import { createMemoryState } from '../../../src/shared-state/shared-state.ts'

const ADA = { subject: 'ada', tenantId: null }
const UNTIL = 5000

function start() {
  const shared = createMemoryState(() => 1000)
  const heard: AccountId[] = []
  return { shared, heard, ...createRevocations({ shared, onRevoked: (owner) => heard.push(owner) }) }
}

t.test('revocations: effective when the call returns, before its promise settles', async (t) => {
  const { revoke, validSinceSeconds } = start()
  t.equal(validSinceSeconds(ADA), 0)
  const told = revoke(ADA, 1000.9, UNTIL)
  t.equal(validSinceSeconds(ADA), 1000, 'whole seconds')
  await told
  t.equal(validSinceSeconds({ subject: 'bob', tenantId: null }), 0, 'another account')
  t.equal(validSinceSeconds({ subject: 'ada', tenantId: 'acme' }), 0, 'the same uid in a tenant')
})

t.test('revocations: an earlier time does not replace a later one', async (t) => {
  const { revoke, validSinceSeconds } = start()
  await revoke(ADA, 1000, UNTIL)
  await revoke(ADA, 900, UNTIL)
  t.equal(validSinceSeconds(ADA), 1000)
  await revoke(ADA, 1100, UNTIL)
  t.equal(validSinceSeconds(ADA), 1100)
})

t.test(
  'revocations: a revocation by another process counts here, malformed messages are ignored',
  async (t) => {
    const { shared, heard, validSinceSeconds } = start()
    const publish = (text: string) => shared.publish('accounts.revoked', text, UNTIL)
    await publish('["ada",null,1000]')
    t.equal(validSinceSeconds(ADA), 1000)
    for (const text of ['', '[', '["ada"]', '["ada",null,"2000"]', '{"0":"ada"}']) await publish(text)
    t.equal(validSinceSeconds(ADA), 1000)
    await publish('["ada","acme",1500]')
    t.equal(validSinceSeconds({ subject: 'ada', tenantId: 'acme' }), 1500)
    t.same(heard, [ADA, { subject: 'ada', tenantId: 'acme' }], 'onRevoked is called for both')
  }
)
