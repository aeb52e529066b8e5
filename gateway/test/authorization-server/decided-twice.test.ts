import * as client from 'openid-client'
import t, { type Test } from 'tap'
import { PAGE } from '../fixtures/gateway.ts'
import { beginRequest, CALLBACK, startSignedIn } from '../fixtures/oauth/oauth-visitor.ts'
import { send } from '../fixtures/wire/http-client.ts'

/** A consent page, and its form sent as often as wanted, without following where it leads. */
async function openConsent(t: Test, more: Record<string, string> = {}) {
  const server = await startSignedIn(t)
  const { gateway, origin, oidc, visitor } = server
  const { url, checks } = await beginRequest(oidc, { prompt: 'consent', ...more })
  const action = String((await visitor.go(url)).location)
  async function submit(end = ''): Promise<string> {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...PAGE, cookie, host: new URL(origin).host, origin }
    const response = await send(`${gateway.url}${action}${end}`, { method: 'POST', headers })
    const to = response.headers.get('location') ?? ''
    t.equal(response.status, 303, to)
    return to
  }
  return { ...server, submit, checks, action }
}

const granted = ({ gateway }: Awaited<ReturnType<typeof openConsent>>) =>
  gateway.logLines().filter(({ event }) => event === 'oauth.granted').length

t.test('consent: sent twice at once, each response leads on, and there is one grant', async (t) => {
  const opened = await openConsent(t)
  const { submit, visitor, oidc, checks } = opened
  for (const to of await Promise.all([submit(), submit()])) {
    const { status, location } = await visitor.go(to)
    t.equal(status, 303)
    t.match(location, `${CALLBACK}?code=`)
    t.ok(await client.authorizationCodeGrant(oidc, new URL(String(location)), checks))
  }
  t.equal(granted(opened), 1)
})

t.test('consent: sent again once the client has its code, it gets another, and both are good', async (t) => {
  const opened = await openConsent(t)
  const { submit, visitor, oidc, checks } = opened
  const { location } = await visitor.go(await submit())
  const tokens = await client.authorizationCodeGrant(oidc, new URL(String(location)), checks)
  const again = await visitor.go(await submit())
  t.match(again.location, `${CALLBACK}?code=`)
  t.ok(await client.authorizationCodeGrant(oidc, new URL(String(again.location)), checks))
  t.ok(await client.refreshTokenGrant(oidc, String(tokens.refresh_token)), 'the first has not ended')
  t.equal(granted(opened), 1)
})

t.test('consent: refused twice, the client is informed by both', async (t) => {
  const opened = await openConsent(t)
  const { submit, visitor, checks, origin } = opened
  for (const to of [
    ...(await Promise.all([submit('/refuse'), submit('/refuse')])),
    await submit('/refuse')
  ]) {
    const location = to.startsWith(CALLBACK) ? to : (await visitor.go(to)).location
    const { searchParams } = new URL(String(location))
    t.equal(searchParams.get('error'), 'access_denied')
    t.equal(searchParams.get('iss'), `${origin}/_auth/oauth`)
    t.equal(searchParams.get('state'), checks.expectedState)
  }
  t.match(await submit(), /error=access_denied/, 'and cannot be allowed afterwards')
  t.equal(granted(opened), 0)
})

t.test('consent: a decision of another request is unknown, as one of long ago', async (t) => {
  const { submit, visitor, gateway, action } = await openConsent(t)
  await visitor.go(await submit())
  const other = await visitor.go(`${action.slice(0, -3)}xyz`, { method: 'POST' })
  t.equal(other.status, 400)
  gateway.advance(200)
  const late = await visitor.go(action, { method: 'POST' })
  t.not(late.status, 500)
})
