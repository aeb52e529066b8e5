import t from 'tap'
import { postSession, startGateway } from '../../fixtures/gateway.ts'

/** Configured mode, whether there is a service account, and the resulting mode. */
const ROWS = [
  ['auto', true, 'exchange'],
  ['auto', false, 'handover'],
  ['handover', true, 'handover'],
  ['handover', false, 'handover']
] as const

for (const [configured, withCredentials, mode] of ROWS) {
  const how = withCredentials ? 'with credentials' : 'without credentials'
  t.test(`acquire mode: ${configured} ${how} uses ${mode}`, async (t) => {
    const { provider, url, advance } = await startGateway(t, {
      withCredentials,
      config: { 'session.acquire': configured }
    })
    const alone = await postSession(url, (await provider.signIn('ada')).idToken, null)
    t.equal(alone.status, mode === 'exchange' ? 200 : 400, 'the id token alone')
    advance(1)
    const { idToken, refreshToken } = await provider.signIn('ada')
    provider.calls.reset()
    t.equal((await postSession(url, idToken, refreshToken)).status, 200)
    const { exchange, refresh, lookup, lookupByIdToken } = provider.calls
    const found = { exchange, refresh }
    t.strictSame(found, { exchange: 0, refresh: 0, [mode === 'exchange' ? mode : 'refresh']: 1 })
    t.strictSame([lookup, lookupByIdToken], withCredentials ? [1, 0] : [0, 1], 'the account is looked up')
  })
}
